import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { wordOf } from '../../i18n/labels.ts';
import { getResource, isResourceName } from '../../model/resources/registry.ts';
import { useErrorTexts } from '../api/error-texts.ts';
import { recordQuery } from '../api/queries.ts';
import { toHeading } from '../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../i18n/language.tsx';
import { differences, findResource, overwrite } from '../offline/conflict.ts';
import { outbox } from '../offline/device.ts';
import type { OutboxEntry, OutboxProblem } from '../offline/outbox.ts';
import { useOutbox } from '../offline/use-outbox.tsx';
import items from './items.module.css';
import { Answered, Section } from './page.tsx';
import { SeverityMark } from './severity-mark.tsx';

/** Unsent writes on this device, and rejected ones to resolve. */
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
  const texts = useErrorTexts();
  const existing = existingRecord(entry, problem);
  // The plausible range is only in the English message of the service.
  const problemReason = (issue: OutboxProblem['issues'][number], kind: OutboxProblem['kind']) =>
    (kind === 'implausible' ? undefined : texts?.ofIssue(issue)) ?? issue.message;
  if (existing !== undefined) return <Conflict entry={entry} id={existing} />;
  const messages =
    problem.issues.length > 0
      ? problem.issues.map((issue) => problemReason(issue, problem.kind))
      : [problem.message];
  return (
    <>
      {messages.map((message) => (
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

/** The record on the service that conflicts with a write. */
function existingRecord({ call }: OutboxEntry, problem: OutboxProblem): string | undefined {
  if (problem.kind === 'duplicate') return problem.issues[0]?.existingId;
  return problem.kind === 'changed' ? call.path.split('/').at(-1) : undefined;
}

/** Both values side by side, for the user to choose. */
function Conflict({ entry, id }: { readonly entry: OutboxEntry; readonly id: string }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const resource = findResource(entry.call);
  const known = isResourceName(resource) ? resource : 'daily-logs';
  const record = useQuery(recordQuery(known, id));
  const { fields } = getResource(known);
  const shown = (field: string, value: unknown) => {
    if (typeof value === 'number') return formats.number(value);
    if (value === null || value === undefined) return text('unknown');
    if (fields[field]?.type === 'date') return formats.day(String(value));
    return fields[field]?.type === 'word' ? wordOf(labels, String(value), known) : String(value);
  };
  return (
    <Answered query={record}>
      {(stored) => {
        const found = differences(entry.call.body, { ...stored });
        return (
          <>
            <p>{text(found.length === 0 ? 'outbox.same' : 'outbox.conflict')}</p>
            <ul>
              {found.map(({ field, mine, theirs }) => (
                <li key={field}>
                  {text('outbox.values', {
                    field: toHeading(labels, { name: field, unit: fields[field]?.unit }),
                    mine: shown(field, mine),
                    theirs: shown(field, theirs),
                  })}
                </li>
              ))}
            </ul>
            <Button.Group mt="xs">
              {found.length > 0 && (
                <Button
                  onClick={() => void outbox.decide(entry.id, overwrite(entry.call, { ...stored }))}
                >
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
