import { TextInput } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useText } from '../i18n/language.tsx';
import { Dialog } from '../ui/dialog.tsx';
import classes from './palette.module.css';

export interface Choice {
  readonly key: string;
  readonly label: string;
  readonly kind: string;
  readonly choose: () => void;
}

const MAX_SHOWN = 40;

/** Whether a label contains all typed words. */
export function containsWords(typed: string, language: string): (label: string) => boolean {
  const words = typed.toLocaleLowerCase(language).split(/\s+/);
  return (label) => {
    const text = label.toLocaleLowerCase(language);
    return words.every((word) => text.includes(word));
  };
}

/** An input and the matching choices; the arrow keys select one, Enter chooses it. */
export function ChoiceDialog(props: {
  readonly title: string;
  readonly hint: string;
  readonly typed: string;
  readonly onTyped: (typed: string) => void;
  readonly choices: readonly Choice[];
  /** Whether more choices may follow. */
  readonly isPending?: boolean;
  readonly onClose: () => void;
  /** An error, if any. */
  readonly children?: ReactNode;
}): ReactNode {
  const text = useText();
  const id = useId();
  const [marked, setMarked] = useState(0);
  const input = useRef<HTMLInputElement>(null);
  // A dialog focuses its first button when it opens.
  useEffect(() => input.current?.focus(), []);
  const choices = props.choices.slice(0, MAX_SHOWN);
  const at = Math.min(marked, choices.length - 1);
  const activate = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && choices.length > 0) {
      event.preventDefault();
      setMarked((at + step + choices.length) % choices.length);
    }
    if (event.key === 'Enter') {
      event.preventDefault();
      choices[at]?.choose();
    }
  };
  return (
    <Dialog title={props.title} onClose={props.onClose}>
      <TextInput
        role="combobox"
        aria-expanded="true"
        aria-controls={id}
        aria-activedescendant={choices.length > 0 ? `${id}-${at}` : undefined}
        aria-label={props.hint}
        placeholder={props.hint}
        ref={input}
        dir="auto"
        maxLength={200}
        value={props.typed}
        onKeyDown={activate}
        onChange={({ currentTarget }) => {
          props.onTyped(currentTarget.value);
          setMarked(0);
        }}
      />
      <div id={id} role="listbox" aria-label={props.title} className={classes['list']}>
        {choices.map((choice, index) => (
          <div
            key={choice.key}
            id={`${id}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={classes['choice']}
            ref={(element) => {
              if (index === at) element?.scrollIntoView({ block: 'nearest' });
            }}
            onClick={choice.choose}
            onKeyDown={activate}
          >
            <span dir="auto">{choice.label}</span>
            <small>{choice.kind}</small>
          </div>
        ))}
      </div>
      <p role="status" className={classes['status']}>
        {props.children}
        {choices.length === 0 && !props.isPending && text('palette.nothing')}
        {choices.length < props.choices.length &&
          text('records.shown', { shown: choices.length, total: props.choices.length })}
      </p>
    </Dialog>
  );
}
