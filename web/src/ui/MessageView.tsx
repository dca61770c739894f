// SPDX-License-Identifier: Apache-2.0
//
// A message as it was or would be sent: blocks of runs of text. Nothing of it is interpreted as
// markup. Its title is the subject of a mail.
import { Anchor, Paper, Text } from '@mantine/core';

interface Run {
  text?: string;
  bold?: boolean;
  italic?: boolean;
  url?: string;
}

interface Block {
  kind?: string;
  runs?: Run[];
}

function Piece({ run }: { run: Run }) {
  const text = run.bold ? <b>{run.text}</b> : run.italic ? <i>{run.text}</i> : run.text;
  return run.url && /^https?:\/\//.test(run.url) ? <Anchor href={run.url} size="sm">{text}</Anchor> : <>{text}</>;
}

export function MessageView({ document }: { document: unknown }) {
  const { blocks = [] } = (document ?? {}) as { blocks?: Block[] };
  return (
    <Paper withBorder p="sm" style={{ overflowWrap: 'anywhere' }} data-testid="message">
      {blocks.map((block, i) => (
        <Text size="sm" key={i} component="div" mih={18}>
          {block.kind === 'bullet' && '• '}{(block.runs ?? []).map((run, j) => <Piece key={j} run={run} />)}
        </Text>
      ))}
    </Paper>
  );
}
