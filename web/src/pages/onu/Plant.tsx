// SPDX-License-Identifier: Apache-2.0
//
// Where the ONU is connected in the plant, and its tags.
import { Anchor, Select, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { api, ok } from '@/api/client';
import { useCan } from '@/api/me';
import { notify } from '@/ui';
import { useAll } from '@/ui/crud';
import { PlantTags } from '@/ui/PlantTags';
import { Section } from '../olt/Figures';
import type { Onu } from './model';

function BoxChoice({ onu }: { onu: Onu }) {
  const { t } = useTranslation(['plant', 'notice']);
  const client = useQueryClient();
  const nodes = useAll('/api/v1/plant/nodes/').filter((node) => node.id === onu.node?.id || !node.olt || node.olt === onu.olt);
  const hang = async (node: string | null) => {
    try {
      await ok(api.PUT('/api/v1/onus/{id}/node/', { params: { path: { id: String(onu.id) } }, body: { node: node ? Number(node) : null } }));
      notify.done(t('boxSaved'));
      await client.invalidateQueries();
    } catch (error) {
      notify.failed(error);
    }
  };
  return (
    <Select label={t('boxOf')} description={t('boxHelp')} placeholder={t('boxUnknown')} searchable clearable limit={100} value={onu.node ? String(onu.node.id) : null}
      clearButtonProps={{ 'aria-label': t('notice:clear') }} onChange={(value) => void hang(value)} nothingFoundMessage={t('none')}
      data={nodes.map((node) => ({ value: String(node.id), label: [node.code, node.name || t(`kinds.${node.kind}`)].filter((text, i, all) => text && all.indexOf(text) === i).join(' · ') }))} />
  );
}

export function Plant({ onu }: { onu: Onu }) {
  const { t } = useTranslation('plant');
  const mayChange = useCan('admin');
  if (!mayChange && !onu.node && !onu.tags.length) return null;
  return (
    <Section title={t('ofOnu')}>
      <Stack gap="sm">
        {mayChange ? <BoxChoice onu={onu} />
          : onu.node && <Text size="sm">{t('boxOf')}: <Anchor component={Link} to={`/plant/${onu.node.id}`} size="sm">{onu.node.name || onu.node.code}</Anchor></Text>}
        <PlantTags of="onu" id={onu.id ?? 0} tags={onu.tags} />
      </Stack>
    </Section>
  );
}
