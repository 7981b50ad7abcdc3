import type { KeyboardEvent as FormKeyboardEvent } from 'react';
import { keyName } from './key-name.ts';

/** Whether Ctrl or ⌘ is pressed with a letter. */
export function isCommand(event: KeyboardEvent | FormKeyboardEvent, letter: string): boolean {
  return (event.ctrlKey || event.metaKey) && !event.altKey && keyName(event) === letter;
}

/** Submits a form by Ctrl S or ⌘S, by which browsers save the page; not from a dialog in it. */
export function submitByKey(event: FormKeyboardEvent<HTMLFormElement>): void {
  if (!isCommand(event, 's')) return;
  event.preventDefault();
  const { target, currentTarget } = event;
  if (!(target instanceof Element && target.closest('dialog'))) currentTarget.requestSubmit();
}
