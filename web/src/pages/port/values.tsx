// SPDX-License-Identifier: Apache-2.0
//
// How the values of a port are shown.
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Schemas } from '@/api/client';
import { useIsCutOff } from '@/live/live';
import { Badge, Level, plainNumber, type Speech } from '@/ui';
import { levelOf, useLimits } from '../onu/limits';

export type PonPort = Schemas['PonPort'];

const UNITS = ['bit/s', 'kbit/s', 'Mbit/s', 'Gbit/s'];
const NOTICED_DB = 1; // less than this moves by itself
const MUCH_DB = 3;

/** What was read before its OLT fell silent is old. */
export const isOld = (port: PonPort) => port.condition === 'unheard';

export function PortState({ port }: { port: PonPort }) {
  const { t } = useTranslation('onu');
  return <Badge kind="port" value={port.condition} {...(port.state_label ? { hint: t('fact.asTold', { label: port.state_label }) } : {})} />;
}

const portWord = (t: TFunction, condition: string | null) => (condition ? t(`common:state.port.${condition}`) : '');
PortState.asText = ({ port }: { port: PonPort }, { t }: Speech) => portWord(t, port.condition);

const OWN_STATES: Record<string, string> = { online: 'up', offline: 'down', disabled: 'disabled' };

/** Of a device without ONUs: what the interface says itself. */
const ownState = (port: PonPort) => (isOld(port) ? 'unheard' : OWN_STATES[port.state ?? ''] ?? 'unknown');

export function InterfaceState({ port }: { port: PonPort }) {
  return <Badge kind="port" value={ownState(port)} {...(port.state_label ? { hint: port.state_label } : {})} />;
}

InterfaceState.asText = ({ port }: { port: PonPort }, { t }: Speech) => portWord(t, ownState(port));

/** Judged as the level of an ONU is. */
export function PortLevel({ port, dbm }: { port: PonPort; dbm: number | null }) {
  const limits = useLimits().onu_rx_dbm;
  const quality = levelOf(dbm, limits);
  return <Level dbm={dbm} stale={isOld(port)} {...(quality ? { quality } : {})} />;
}

PortLevel.asText = ({ dbm }: { dbm: number | null }) => plainNumber(dbm);

/** Against a day before: less light is worse. */
export function Change({ port }: { port: PonPort }) {
  const { i18n } = useTranslation();
  const cutOff = useIsCutOff();
  const db = port.onu_rx_change_db;
  if (db === null) return <span className="quiet">–</span>;
  const text = new Intl.NumberFormat(i18n.language, {
    minimumFractionDigits: 1, maximumFractionDigits: 1, signDisplay: 'exceptZero',
  }).format(db).replace('-', '−');
  const isCalm = cutOff || isOld(port) || db > -NOTICED_DB;
  return <span className={`num nowrap ${isCalm ? '' : db <= -MUCH_DB ? 'tone-bad' : 'tone-warn'}`}>{text} dB</span>;
}

Change.asText = ({ port }: { port: PonPort }) => plainNumber(port.onu_rx_change_db);

export function sayRate(bps: number, language: string): string {
  const step = bps < 1000 ? 0 : Math.min(3, Math.floor(Math.log10(bps) / 3));
  const value = bps / 1000 ** step;
  const digits = step > 0 && value < 100 ? 1 : 0;
  return `${new Intl.NumberFormat(language, { maximumFractionDigits: digits }).format(value)} ${UNITS[step]}`;
}

export function Rate({ bps }: { bps: number | null }) {
  const { i18n } = useTranslation();
  if (bps === null) return <span className="quiet">–</span>;
  return <span className="num nowrap">{sayRate(bps, i18n.language)}</span>;
}

Rate.asText = ({ bps }: { bps: number | null }, { language }: Speech) => (bps === null ? '' : sayRate(bps, language));

/** How full it is, where the model says how many it takes. */
export function Fill({ port }: { port: PonPort }) {
  const { i18n } = useTranslation();
  const { fill_percent: percent, onus_present: present, capacity } = port;
  if (percent === null) return <span className="quiet">–</span>;
  const text = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 0 }).format(percent);
  return <span className={`num nowrap ${percent > 100 ? 'tone-warn' : ''}`} title={`${present} / ${capacity}`}>{text} %</span>;
}

Fill.asText = ({ port }: { port: PonPort }) => plainNumber(port.fill_percent, 0);
