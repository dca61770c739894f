// SPDX-License-Identifier: Apache-2.0
//
// What a job would do, requested from the API while the user types.
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ApiError, api, ok, type Schemas } from '@/api/client';

export type PreviewAsk = Schemas['JobPreviewAsk'];
export type Preview = Schemas['JobPreview'];

const TYPING_MS = 250;

export function usePreview(asked: PreviewAsk) {
  const [body] = useDebouncedValue(JSON.stringify(asked), TYPING_MS);
  return useQuery<Preview, ApiError>({
    queryKey: ['/api/v1/jobs/preview/', body],
    queryFn: ({ signal }) => ok(api.POST('/api/v1/jobs/preview/', { body: JSON.parse(body) as PreviewAsk, signal })),
    placeholderData: keepPreviousData,
    retry: false,
  });
}
