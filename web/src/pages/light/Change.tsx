// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { useIsCutOff } from '@/live/live';
import { plainNumber } from '@/ui';

/** With its sign; what is nothing after rounding has none. */
const changeText = (db: number, language: string) => new Intl.NumberFormat(language, {
  minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero',
}).format(db).replace('-', '−');

/** A difference of light in dB, with its sign. stale: it was so when its OLT was last heard. */
export function Change({ db, stale = false }: { db: number | null; stale?: boolean }) {
  const { i18n } = useTranslation();
  const cutOff = useIsCutOff();
  if (db === null) return <span className="quiet">–</span>;
  return <span className={`num nowrap ${stale || cutOff ? 'tone-calm' : db < 0 ? 'tone-bad' : ''}`}>{changeText(db, i18n.language)} dB</span>;
}

Change.asText = ({ db }: { db: number | null }) => plainNumber(db);
