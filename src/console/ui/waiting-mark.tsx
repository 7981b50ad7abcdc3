import type { ReactNode } from 'react';
import { useText } from '../i18n/language.tsx';
import type { OutboxEntry } from '../offline/outbox.ts';
import { SeverityMark } from './severity-mark.tsx';

/** Says that a change of a record is on this device and not yet on the service. */
export function WaitingMark({ entry }: { readonly entry: OutboxEntry }): ReactNode {
  const text = useText();
  return (
    <span role="status">
      <SeverityMark severity={entry.problem ? 'warning' : 'info'} isShort />{' '}
      {text(entry.problem ? 'log.asks' : 'log.waiting')}
    </span>
  );
}
