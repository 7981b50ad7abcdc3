import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { formatInstant, parseInstantInZone } from '../../../tools/calendar.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { capitalised } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText, useZone } from '../../i18n/language.tsx';
import { Answered, Section } from '../../ui/page.tsx';
import classes from './notices.module.css';

type Simulated = AnswerOf<'GET /os/notices/simulation'>;

const SEVERITIES = ['critical', 'warning'] as const;
type Severity = (typeof SEVERITIES)[number];

interface SimulationRequest {
  readonly severity: Severity;
  readonly at: string | undefined;
}

/** Simulates an alert: lists recipients, times and channels. Nothing is sent. */
export function Simulation({ farmId }: { readonly farmId: string }): ReactNode {
  const text = useText();
  const [request, setRequest] = useState<SimulationRequest>();
  return (
    <Section title={text('notices.simulation')}>
      <p className={classes['hint']}>{text('notices.simulationHint')}</p>
      <QuestionForm onRequest={setRequest} />
      {request && <Outcome farmId={farmId} {...request} />}
    </Section>
  );
}

function QuestionForm({ onRequest }: { readonly onRequest: (request: SimulationRequest) => void }) {
  const text = useText();
  const { labels } = useLanguage().wording;
  const zone = useZone();
  const [severity, setSeverity] = useState<Severity>('critical');
  const [typed, setTyped] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const at = parseInstantInZone(typed, zone);
    onRequest({ severity, at: at === undefined ? undefined : formatInstant(at) });
  };
  return (
    <form onSubmit={submit} className={classes['question']}>
      <NativeSelect
        label={text('notices.severity')}
        value={severity}
        data={SEVERITIES.map((value) => ({ value, label: capitalised(wordOf(labels, value)) }))}
        onChange={({ currentTarget }) => setSeverity(currentTarget.value as Severity)}
      />
      <TextInput
        type="datetime-local"
        label={text('notices.at')}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button type="submit">{text('notices.simulate')}</Button>
    </form>
  );
}

function Outcome({ farmId, severity, at }: SimulationRequest & { readonly farmId: string }) {
  const simulation = useQuery({
    queryKey: ['notice-simulation', farmId, severity, at],
    queryFn: ({ signal }) =>
      callRoute('GET /os/notices/simulation', { query: { farmId, severity, at }, signal }),
  });
  return <Answered query={simulation}>{(found) => <Steps found={found} />}</Answered>;
}

function Steps({ found: { steps, unreachable } }: { readonly found: Simulated }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const notified = steps.filter(({ recipients }) => recipients.length > 0);
  return (
    <div role="status" className={classes['outcome']}>
      {notified.length === 0 && (
        <p className={classes['trouble']}>{text('notices.nobodyNotified')}</p>
      )}
      <ol className={classes['steps']}>
        {notified.map(({ at, recipients }) => (
          <li key={at}>
            <strong>{formats.instant(at)}</strong>
            <ul>
              {recipients.map(({ userId, name, reason, channels }) => (
                <li key={userId}>
                  <bdi>{name ?? userId}</bdi> ({wordOf(labels, reason)}):{' '}
                  {channels.map(({ kind }) => wordOf(labels, kind)).join(', ')}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {unreachable.length > 0 && (
        <p className={classes['hint']} dir="auto">
          {text('notices.unreachable', {
            names: unreachable.map(({ name, userId }) => name ?? userId).join(', '),
          })}
        </p>
      )}
    </div>
  );
}
