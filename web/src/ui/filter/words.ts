// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { fieldOf, type Condition, type ValueKind } from './fields';

export function useValueWord() {
  const { t } = useTranslation(['notice', 'incident', 'common']);
  return (kind: ValueKind, value: string): string => {
    if (kind === 'severity') return t(`common:state.problem.${value}`, { defaultValue: value });
    if (kind === 'kind') return t(`incident:kinds.${value}`, { defaultValue: value });
    return kind === 'class' ? t(`incident:class.${value}`, { defaultValue: value }) : value;
  };
}

/** "severity at least Major and OLT one of centro, norte"; of none: every incident. */
export function useFilterWords() {
  const { t, i18n } = useTranslation(['notice', 'incident', 'common']);
  const word = useValueWord();
  const list = new Intl.ListFormat(i18n.language, { type: 'conjunction' });
  return (filter: Condition[]): string => {
    if (!filter.length) return t('filter.every');
    return list.format(filter.map(({ field, op, value }) => {
      const { kind } = fieldOf(field);
      const values = (Array.isArray(value) ? value : [value]).map((one) => word(kind, String(one ?? '')));
      return `${t(`filter.field.${field}`, { defaultValue: field })} ${t(`filter.op.${op}`, { defaultValue: op })} ${values.join(', ')}`;
    }));
  };
}
