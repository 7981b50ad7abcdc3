import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import type { TextName } from '../i18n/texts.ts';
import type { OutboxEntry } from '../offline/outbox.ts';
import classes from './severity-mark.module.css';

/** Each severity has a distinct shape, so that colour is never the only indication. */
const MARKS: Readonly<Record<string, { readonly sign: string; readonly name: TextName }>> = {
  critical: { sign: '▲', name: 'state.critical' },
  warning: { sign: '◆', name: 'state.warning' },
  info: { sign: '●', name: 'state.info' },
  ok: { sign: '✓', name: 'state.ok' },
  unrecorded: { sign: '○', name: 'state.unrecorded' },
};

/** A severity as a shape, a colour and a word. */
export function SeverityMark(props: {
  readonly severity: string | null;
  readonly isShort?: boolean;
  /** The text of the mark; without it, the label of the severity. */
  readonly name?: TextName | undefined;
}): ReactNode {
  const text = useText();
  const mark = MARKS[props.severity ?? ''];
  if (!mark) return null;
  return (
    <span
      className={classes['mark']}
      data-severity={props.severity}
      data-full={!props.isShort || undefined}
    >
      <span aria-hidden="true">{mark.sign}</span>
      <span className={props.isShort ? classes['hidden'] : undefined}>
        {text(props.name ?? mark.name)}
      </span>
    </span>
  );
}

/** Indicates that a change of a record is not sent to the service yet. */
export function WaitingMark({ entry }: { readonly entry: OutboxEntry }): ReactNode {
  const text = useText();
  return (
    <span role="status">
      <SeverityMark severity={entry.problem ? 'warning' : 'info'} isShort />{' '}
      {text(entry.problem ? 'log.asks' : 'log.waiting')}
    </span>
  );
}
