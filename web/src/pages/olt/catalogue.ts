// SPDX-License-Identifier: Apache-2.0
//
// Brands and models to choose from.
import { useApi } from '@/api/query';

export function useBrandNames(): string[] {
  const brands = useApi('/api/v1/brands/', { query: { page_size: 1000, ordering: 'name' } });
  return (brands.data?.results ?? []).map((brand) => brand.name ?? '');
}

export function useModelNames(brand: string): string[] {
  const models = useApi('/api/v1/models/',
    { query: { page_size: 1000, ordering: 'name', brand_name: brand } }, { enabled: brand !== '' });
  return brand === '' ? [] : (models.data?.results ?? []).map((model) => model.name ?? '');
}
