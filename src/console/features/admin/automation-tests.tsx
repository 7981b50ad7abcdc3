import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { Row } from '../../../model/resources/registry.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { parseNumber } from '../../fields/draft.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { Refusal } from '../../ui/act.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { preserveFarm } from '../../ui/farm.tsx';
import items from '../../ui/items.module.css';
import { NumberInput } from '../../ui/number-input.tsx';
import { Answered, Empty } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import classes from './admin.module.css';

interface TestProps {
  readonly automation: Row<'automations'>;
  readonly onClose: () => void;
}

/** The members of a stored JSON object; empty for other values. */
export function toObject(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** Dry run of the rule: its effect now, for each barn, with reasons. */
export function TestNow({ automation: { id, name }, onClose }: TestProps): ReactNode {
  const text = useText();
  const { language } = useLanguage().wording;
  const test = useQuery({
    queryKey: ['automations', 'run', id, language],
    queryFn: ({ signal }) =>
      callRoute('GET /os/automations/{id}/run', {
        params: { id },
        query: { lang: language },
        signal,
      }),
    meta: { isPrivate: true },
  });
  return (
    <Dialog title={text('automations.testTitle', { name })} onClose={onClose}>
      <p className={classes['hint']}>{text('automations.nothingDone')}</p>
      <Answered query={test}>
        {({ barns }) => (
          <ul className={items['list']}>
            {barns.map(({ barnId, barn, acts, text: reason, outcome, error }) => (
              <li key={barnId} className={items['item']}>
                <SeverityMark severity={acts ? 'warning' : 'ok'} isShort />
                <div className={items['what']}>
                  <strong dir="auto">{barn}</strong>
                  <p dir="auto">{reason}</p>
                  <p dir="auto">
                    {acts ? text('automations.wouldAct') : text('automations.wouldNot')}
                    {outcome !== null && `: ${outcome.text}`}
                  </p>
                  {error !== null && <p dir="auto">{error}</p>}
                </div>
              </li>
            ))}
            {barns.length === 0 && <Empty />}
          </ul>
        )}
      </Answered>
    </Dialog>
  );
}

type DayTest = AnswerOf<'POST /os/automations/test'>;

interface TestRequest {
  /** Empty: yesterday in the farm's time zone. */
  readonly day: string;
  /** A limit to test instead of that of the rule. */
  readonly limit: number | undefined;
}

/** Dry run of the rule for a past day, optionally with another limit. */
export function TestDay({ automation, onClose }: TestProps): ReactNode {
  const text = useText();
  const { language } = useLanguage().wording;
  const { id, name, trigger } = automation;
  const [request, setRequest] = useState<TestRequest>({ day: '', limit: undefined });
  const test = useQuery({
    queryKey: ['automations', 'test', id, language, request],
    queryFn: ({ signal }) =>
      callRoute('POST /os/automations/test', {
        query: { lang: language },
        body: testBody(automation, request),
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { isPrivate: true },
  });
  return (
    <Dialog title={text('automations.testTitle', { name })} onClose={onClose}>
      <p className={classes['hint']}>{text('automations.dayHint')}</p>
      <Question
        limit={request.limit ?? readLimit(trigger)}
        day={request.day || (test.data?.day ?? '')}
        isBusy={test.isFetching}
        onRequest={setRequest}
      />
      {test.error === null ? (
        <Answered query={test}>{(result) => <DayResult result={result} />}</Answered>
      ) : (
        <Refusal error={test.error} />
      )}
    </Dialog>
  );
}

function testBody({ id, trigger }: TestProps['automation'], { day, limit }: TestRequest) {
  return {
    automationId: id,
    ...(day === '' ? {} : { day }),
    ...(limit === undefined ? {} : { rule: { trigger: { ...toObject(trigger), value: limit } } }),
  };
}

/** The one number of the condition; a range has none. */
function readLimit(trigger: unknown): number | undefined {
  const { value } = toObject(trigger);
  return typeof value === 'number' ? value : undefined;
}

function Question(props: {
  readonly day: string;
  readonly limit: number | undefined;
  readonly isBusy: boolean;
  readonly onRequest: (request: TestRequest) => void;
}) {
  const text = useText();
  const [typed, setTyped] = useState<{ readonly day?: string; readonly limit?: string }>({});
  const { day = props.day, limit = String(props.limit ?? '') } = typed;
  return (
    <form
      className={classes['question']}
      onSubmit={(event) => {
        event.preventDefault();
        props.onRequest({ day, limit: parseNumber(limit) ?? undefined });
      }}
    >
      <TextInput
        type="date"
        label={text('automations.day')}
        value={day}
        onChange={({ currentTarget }) => setTyped({ ...typed, day: currentTarget.value })}
      />
      {props.limit !== undefined && (
        <NumberInput
          label={text('automations.limit')}
          text={limit}
          onText={(value) => setTyped({ ...typed, limit: value })}
        />
      )}
      <Button type="submit" loading={props.isBusy}>
        {text('automations.test')}
      </Button>
    </form>
  );
}

function DayResult({ result }: { readonly result: DayTest }) {
  const text = useText();
  const formats = useFormats();
  const { automation, barns, day, more, moreBarns, runs, untested } = result;
  const quiet = barns.filter((barn) => barn.runs === 0);
  const isTested = barns.some(({ code }) => code === 'tested');
  return (
    <output className={classes['dayResult']}>
      {isTested && (
        <strong>{text('automations.wouldHaveRun', { count: runs, day: formats.day(day) })}</strong>
      )}
      {!automation.enabled && <p>{text('automations.testedOff')}</p>}
      <ul className={items['list']}>
        {result.matches.map((match) => (
          <Match key={`${match.barnId} ${match.at}`} match={match} />
        ))}
        {quiet.map(({ barnId, barn, text: reason }) => (
          <li key={barnId} className={items['item']}>
            <div className={items['what']}>
              <strong dir="auto">{barn}</strong>
              <p dir="auto">{reason}</p>
            </div>
          </li>
        ))}
      </ul>
      {barns.length === 0 && untested.length === 0 && <Empty />}
      {more > 0 && <p>{text('automations.moreRuns', { count: more })}</p>}
      {moreBarns > 0 && <p>{text('automations.moreBarns', { count: moreBarns })}</p>}
      {untested.map(({ code, text: reason }) => (
        <p key={code} className={classes['hint']} dir="auto">
          {reason}
        </p>
      ))}
    </output>
  );
}

function Match({ match }: { readonly match: DayTest['matches'][number] }) {
  const text = useText();
  const formats = useFormats();
  const { at, barn, barnId, error, outcome, record, text: reason, until } = match;
  return (
    <li className={items['item']}>
      <time className={classes['time']} dateTime={at}>
        {formats.time(at)}
      </time>
      <div className={items['what']}>
        <Link to="/barns/$id" params={{ id: barnId }} search={preserveFarm} dir="auto">
          {barn}
        </Link>
        <p dir="auto">{reason}</p>
        {outcome !== null && <p dir="auto">⇒ {outcome.text}</p>}
        {error !== null && <p dir="auto">{error}</p>}
        <p>
          {until !== null && `${text('automations.until', { time: formats.time(until) })} `}
          {record !== null && (
            <Link
              to="/records/$resource/$id"
              params={{ resource: record.resource, id: record.id }}
              search={preserveFarm}
            >
              {text('automations.record')}
            </Link>
          )}
        </p>
      </div>
    </li>
  );
}
