// SPDX-License-Identifier: Apache-2.0
//
// A dialog that asks before it discards typed text, because Escape, the cross or a click outside
// are often unintended. Cancel buttons inside close it without a question.
//
//   <Dialog opened={isOpen} onClose={close} title={t('add')}> ... </Dialog>
import { Modal, type ModalProps } from '@mantine/core';
import { useRef, useState, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from './confirm';

type Field = HTMLInputElement | HTMLTextAreaElement;

/** A choice from a list is typed too; what is only shown is not. */
const isList = (target: HTMLInputElement) => target.getAttribute('aria-haspopup') === 'listbox';
const isField = (target: EventTarget): target is Field =>
  target instanceof HTMLTextAreaElement || (target instanceof HTMLInputElement && (!target.readOnly || isList(target)));
const isMark = (field: Field) => field.type === 'checkbox' || field.type === 'radio';
const stateOf = (field: Field) => (isMark(field) ? String((field as HTMLInputElement).checked) : field.value);

/** What fields were like when somebody came to them; those that are gone were saved, or left. */
function useTyped() {
  const first = useRef(new Map<Field, string>());
  return {
    note: ({ target }: FocusEvent) => {
      if (isField(target) && !first.current.has(target)) first.current.set(target, stateOf(target));
    },
    is: () => [...first.current].some(([field, was]) => field.isConnected && stateOf(field) !== was),
    forget: () => first.current.clear(),
  };
}

export function Dialog({ onClose, children, ...rest }: ModalProps) {
  const { t } = useTranslation('common');
  const typed = useTyped();
  const asking = useRef(false);
  const [isAsking, setAsking] = useState(false);
  /** The key that closes the question is not for the dialog below it: that hears the next one. */
  const ask = async (is: boolean) => {
    if (!is) await new Promise((resolve) => { setTimeout(resolve, 0); });
    asking.current = is;
    setAsking(is);
  };
  const close = async () => {
    if (asking.current) return;
    if (typed.is()) {
      await ask(true);
      const yes = await confirm({
        title: t('form.leave'), text: t('form.leaveText'), action: t('form.leaveDo'), cancel: t('form.stay'),
      });
      await ask(false);
      if (!yes) return;
    }
    typed.forget();
    onClose();
  };
  return (
    <Modal {...rest} onClose={() => void close()} closeOnEscape={!isAsking} trapFocus={!isAsking}
      closeButtonProps={{ 'aria-label': t('close') }}>
      <div onFocusCapture={typed.note}>{children}</div>
    </Modal>
  );
}
