import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { useText } from '../../i18n/language.tsx';
import type { TextName } from '../../i18n/texts.ts';
import { keyName } from '../../ui/key-name.ts';
import classes from './work.module.css';

/** Keys for the focused entry. */
export type WorkKeys = Readonly<Record<string, TextName>>;

/** Keys that move the focus between entries. */
const STEPS: Readonly<Record<string, 1 | -1>> = { arrowdown: 1, j: 1, arrowup: -1, k: -1 };

/**
 * A list for keyboard use: arrows move between entries, and a letter presses the button with that
 * `data-key` in the focused entry.
 */
export function WorkList(props: {
  readonly label: string;
  readonly keys: WorkKeys;
  readonly children: ReactNode;
}): ReactNode {
  const text = useText();
  const list = useRef<HTMLUListElement>(null);
  return (
    <>
      <p className={classes['keys']}>
        {Object.entries(props.keys).map(([key, name]) => (
          <span key={key}>
            <kbd>{key.toUpperCase()}</kbd> {text(name)}
          </span>
        ))}
      </p>
      <ul
        ref={list}
        className={classes['list']}
        aria-label={props.label}
        onKeyDown={(event) => list.current && actByKey(event, list.current)}
      >
        {props.children}
      </ul>
    </>
  );
}

function actByKey(event: KeyboardEvent, list: HTMLElement): void {
  const key = keyName(event);
  const { target } = event;
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(target)) return;
  const entry = target instanceof Element ? target.closest<HTMLElement>('[data-entry]') : null;
  if (!entry) return;
  const step = STEPS[key];
  const entries = [...list.querySelectorAll<HTMLElement>('[data-entry]')];
  if (step !== undefined) entries[entries.indexOf(entry) + step]?.focus();
  else {
    const button = entry.querySelector<HTMLElement>(`[data-key="${CSS.escape(key)}"]`);
    if (!button) return;
    button.click();
    // The entry may disappear from the list, so the focus moves to the next one.
    entries[entries.indexOf(entry) + 1]?.focus();
  }
  event.preventDefault();
}

function isTyping(target: EventTarget): boolean {
  return target instanceof Element && target.matches('input, textarea, select');
}

/** One focusable entry of a work list. */
export function WorkEntry(props: {
  readonly severity?: string | null;
  readonly label: string;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <li
      data-entry
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys act on the focused entry
      tabIndex={0}
      aria-label={props.label}
      className={classes['entry']}
      data-severity={props.severity}
    >
      {props.children}
    </li>
  );
}
