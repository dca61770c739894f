// SPDX-License-Identifier: Apache-2.0
//
// Where it is, from the large to the small: site › OLT › card › port › box.
import { Anchor, Breadcrumbs, Text } from '@mantine/core';
import { IconMapPin } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Schemas } from '@/api/client';
import { paramsOf, placeOf } from '@/api/incidents';
import { useApi } from '@/api/query';

/** The number of a port, for its page. */
function usePort(olt: number | null, place: string): number | null {
  const { data } = useApi('/api/v1/ports/', { query: { olt: String(olt), place, page_size: 1 } }, { enabled: olt !== null && place !== '' });
  return data?.results[0]?.id ?? null;
}

type Placed = { latitude: number | null; longitude: number | null } | undefined;

const pointOf = (thing: Placed): [number, number] | null =>
  (thing?.latitude != null && thing.longitude != null ? [thing.latitude, thing.longitude] : null);

/** Of the box, or else of the OLT. */
function usePoint(olt: number | null, node: number | null) {
  const box = useApi('/api/v1/plant/nodes/{id}/', { path: { id: String(node) } }, { enabled: node !== null }).data;
  const device = useApi('/api/v1/olts/{id}/', { path: { id: String(olt) } }, { enabled: olt !== null }).data;
  return pointOf(box) ?? pointOf(device as unknown as Placed);
}

export function Place({ incident }: { incident: Schemas['Incident'] }) {
  const { t } = useTranslation('incident');
  const { olt, olt_name: name, node, node_name: box, subject } = incident;
  const { site = '', card = '', port: place = '', onu = '' } = paramsOf(incident);
  const port = usePort(olt, place);
  const point = usePoint(olt, node);
  const link = (to: string, text: ReactNode) => <Anchor key={to} component={Link} to={to} size="sm">{text}</Anchor>;
  const steps = [
    site && link(`/olts?site=${encodeURIComponent(site)}`, site),
    olt && link(`/olts/${olt}`, name ?? olt),
    olt && card && link(`/olts/${olt}/ports?search=${encodeURIComponent(card)}`, t('card', { card })),
    place && (port ? link(`/ports/${port}`, t('port', { place })) : <Text key="port" size="sm">{t('port', { place })}</Text>),
    node && link(`/plant/${node}`, box || node),
    incident.root_kind === 'onu' && subject && link(`/onus/${subject}`, `ONU ${onu || subject}`),
    point && (
      <Anchor key="map" href={`https://www.openstreetmap.org/?mlat=${point[0]}&mlon=${point[1]}#map=17/${point[0]}/${point[1]}`} target="_blank" rel="noreferrer" size="sm">
        <IconMapPin size={13} aria-hidden style={{ verticalAlign: '-2px' }} /> {t('onMap')}
      </Anchor>
    ),
  ].filter(Boolean);
  return (
    <div data-testid="place">
      <Text fw={600}>{placeOf(t as TFunction, incident)}</Text>
      {steps.length > 0 && <Breadcrumbs separator="›" separatorMargin={6}>{steps}</Breadcrumbs>}
    </div>
  );
}
