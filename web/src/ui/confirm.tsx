// SPDX-License-Identifier: Apache-2.0
//
//   if (await confirm({ title, text, action: t('delete'), danger: true })) ...
import { Button, Group, Modal, Text } from '@mantine/core';
import { useSyncExternalStore, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Question {
  title: string;
  text?: ReactNode;
  /** What the button says that does it. */
  action: string;
  cancel?: string;
  danger?: boolean;
}

interface Asked extends Question {
  answer(yes: boolean): void;
}

let asked: Asked | null = null;
const watchers = new Set<() => void>();

function set(next: Asked | null) {
  asked = next;
  watchers.forEach((tell) => tell());
}

const PATIENCE_MS = 300;

/** A menu gives the focus back when it has closed. A dialog that one of its items opens comes after
 * that: else the focus is taken from it, and it would give it back to an item that is gone. */
export function afterMenu(call: () => void, until = Date.now() + PATIENCE_MS) {
  const isOpen = document.querySelector('[role="menu"]') !== null || document.activeElement === document.body;
  if (isOpen && Date.now() < until) setTimeout(() => afterMenu(call, until), 10);
  else call();
}

/** Gives up the question that waits for a menu to close. */
let withdraw: (() => void) | null = null;

/** One question at a time: the one before is answered with no. */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false);
  withdraw?.();
  return new Promise((resolve) => {
    let isWithdrawn = false;
    withdraw = () => {
      isWithdrawn = true;
      resolve(false);
    };
    afterMenu(() => {
      if (isWithdrawn) return;
      withdraw = null;
      set({
        ...question,
        answer(yes) {
          set(null);
          resolve(yes);
        },
      });
    });
  });
}

function watch(call: () => void) {
  watchers.add(call);
  return () => void watchers.delete(call);
}

/** A dialog may be what the question is about; those are at 200. */
const ABOVE_DIALOGS = 250;

/** Once, near the root. */
export function Confirmations() {
  const { t } = useTranslation();
  const question = useSyncExternalStore(watch, () => asked);
  return (
    <Modal zIndex={ABOVE_DIALOGS} opened={!!question} onClose={() => question?.answer(false)} title={question?.title}
      closeButtonProps={{ 'aria-label': t('close') }}>
      {typeof question?.text === 'string' ? <Text size="sm">{question.text}</Text> : question?.text}
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={() => question?.answer(false)}>{question?.cancel ?? t('cancel')}</Button>
        <Button data-autofocus color={question?.danger ? 'red.8' : undefined} onClick={() => question?.answer(true)}>
          {question?.action}
        </Button>
      </Group>
    </Modal>
  );
}
