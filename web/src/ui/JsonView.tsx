// SPDX-License-Identifier: Apache-2.0
//
// Shows JSON: names are highlighted, long values scroll.
import { Box } from '@mantine/core';
import classes from './JsonView.module.css';

const NAME = /^(\s*)("(?:[^"\\]|\\.)*")(: ?)(.*)$/;

function Line({ text }: { text: string }) {
  const found = NAME.exec(text);
  if (!found) return <>{text}{'\n'}</>;
  const [, indent, name, colon, rest] = found;
  return <>{indent}<span className={classes.name}>{name}</span>{colon}{rest}{'\n'}</>;
}

export function JsonView({ value, label }: { value: unknown; label?: string }) {
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2) ?? '';
  return (
    <Box component="pre" className={classes.json} tabIndex={0} aria-label={label ?? 'JSON'} role="region">
      {text.split('\n').map((line, i) => <Line key={i} text={line} />)}
    </Box>
  );
}
