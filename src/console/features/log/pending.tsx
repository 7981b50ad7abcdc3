import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { labelOf } from '../../../i18n/labels.ts';
import { recordQuery } from '../../api/queries.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { outbox } from '../../offline/device.ts';
import type { OutboxEntry, OutboxProblem } from '../../offline/outbox.ts';
import { useOutbox } from '../../offline/use-outbox.tsx';
import { Answered } from '../../ui/answered.tsx';
import items from '../../ui/items.module.css';
import { Section } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { differences, overwrite } from './log-entry.ts';

/** What waits on this device, and what somebody has to decide about. */
export function Pending(): ReactNode {
  const text = useText();
  const entries = useOutbox();
  if (entries.length === 0) return null;
  return (
    <Section title={text('outbox.title', { count: entries.length })}>
      <ul className={items['list']}>
        {entries.map((entry) => (
          <li key={entry.id} className={items['item']}>
            <SeverityMark severity={entry.problem ? 'warning' : 'info'} isShort />
            <div className={items['what']}>
              <strong dir="auto">{entry.title}</strong>
              {entry.problem ? (
                <Problem entry={entry} problem={entry.problem} />
              ) : (
                <p>{text('outbox.waiting')}</p>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Problem(props: { readonly entry: OutboxEntry; readonly problem: OutboxProblem }) {
  const { entry, problem } = props;
  const text = useText();
  const existing = existingOf(entry, problem);
  if (existing !== undefined) return <Conflict entry={entry} id={existing} />;
  const messages = problem.issues.length > 0 ? problem.issues : [problem];
  return (
    <>
      {messages.map(({ message }) => (
        <p key={message} dir="auto">
          {message}
        </p>
      ))}
      <Button.Group mt="xs">
        {problem.kind === 'implausible' && (
          <Button onClick={() => void outbox.decide(entry.id, { ...entry.call, isStrict: false })}>
            {text('log.correct')}
          </Button>
        )}
        <Button variant="default" onClick={() => void outbox.decide(entry.id, 'drop')}>
          {text('outbox.drop')}
        </Button>
      </Button.Group>
    </>
  );
}

/** The log on the service that a write contradicts. */
function existingOf({ call }: OutboxEntry, problem: OutboxProblem): string | undefined {
  if (problem.kind === 'duplicate') return problem.issues[0]?.existingId;
  return problem.kind === 'changed' ? call.path.split('/').at(-1) : undefined;
}

/** Both values side by side; somebody chooses. */
function Conflict({ entry, id }: { readonly entry: OutboxEntry; readonly id: string }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const log = useQuery(recordQuery('daily-logs', id));
  const shown = (value: unknown) =>
    typeof value === 'number' ? formats.number(value) : String(value ?? text('unknown'));
  return (
    <Answered query={log}>
      {(stored) => {
        const found = differences(entry.call.body, stored);
        return (
          <>
            <p>{text(found.length === 0 ? 'outbox.same' : 'outbox.conflict')}</p>
            <ul>
              {found.map(({ field, mine, theirs }) => (
                <li key={field}>
                  {text('outbox.values', {
                    field: labelOf(labels, field),
                    mine: shown(mine),
                    theirs: shown(theirs),
                  })}
                </li>
              ))}
            </ul>
            <Button.Group mt="xs">
              {found.length > 0 && (
                <Button onClick={() => void outbox.decide(entry.id, overwrite(entry.call, stored))}>
                  {text('outbox.mine')}
                </Button>
              )}
              <Button variant="default" onClick={() => void outbox.decide(entry.id, 'drop')}>
                {text('outbox.theirs')}
              </Button>
            </Button.Group>
          </>
        );
      }}
    </Answered>
  );
}
