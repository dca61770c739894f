// SPDX-License-Identifier: Apache-2.0
import { useTranslation } from 'react-i18next';
import { plainNumber } from '@/ui';

/** With its sign; what is nothing after rounding has none. */
const changeText = (db: number, language: string) => new Intl.NumberFormat(language, {
  minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero',
}).format(db).replace('-', '−');

/** A difference of light in dB, with its sign. */
export function Change({ db }: { db: number | null }) {
  const { i18n } = useTranslation();
  if (db === null) return <span className="quiet">–</span>;
  return <span className={`num nowrap ${db < 0 ? 'tone-bad' : ''}`}>{changeText(db, i18n.language)} dB</span>;
}

Change.asText = ({ db }: { db: number | null }) => plainNumber(db);
