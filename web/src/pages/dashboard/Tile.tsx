// SPDX-License-Identifier: Apache-2.0
import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useIsCutOff } from '@/live/live';
import { Num, useMark, type Tone } from '@/ui';
import classes from './dashboard.module.css';

interface TileProps {
  title: string;
  to: string;
  value: ReactNode;
  /** What the value is of. */
  unit?: string;
  tone?: Tone;
  children?: ReactNode;
}

/** One big number, what it is of, and what it is made of. The whole of it leads there. */
export function Tile({ title, to, value, unit, tone, children }: TileProps) {
  const cutOff = useIsCutOff();
  return (
    <Paper withBorder p="sm" className={classes.tile}>
      <Text component={Link} to={to} size="sm" fw={600} className={classes.title}>{title}</Text>
      <div className={`${classes.value} num ${cutOff ? 'tone-calm' : tone ? `tone-${tone}` : ''}`}>
        {value}{unit && <span className={classes.unit}>{unit}</span>}
      </div>
      {children}
    </Paper>
  );
}

/** A number that is part of the tile's; those that need hands stand out. */
export function Part({ label, value, tone, to }: { label: string; value: number; tone?: Tone; to?: string }) {
  const cutOff = useIsCutOff();
  const mark = useMark(value);
  const shown = value > 0 && tone && !cutOff ? `tone-${tone}` : '';
  const text = <><span className={`${classes.partValue} ${mark}`}><Num value={value} /></span> {label}</>;
  return to && value > 0
    ? <Link to={to} className={`${classes.part} ${shown}`}>{text}</Link>
    : <span className={`${classes.part} ${shown}`}>{text}</span>;
}
