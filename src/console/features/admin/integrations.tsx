import { NativeSelect, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import { integrations } from '../../../model/resources/integrations.ts';
import type { Row } from '../../../model/resources/registry.ts';
import { closeDirections } from '../../../tools/text.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { listQuery, recordQuery } from '../../api/queries.ts';
import { wordKind } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { ActButton, parseJson, useAct } from '../../ui/act.tsx';
import { Facts } from '../../ui/facts.tsx';
import { preserveFarm, useFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import items from '../../ui/items.module.css';
import { Answered, Empty, Forbidden, Page, Section, useCan } from '../../ui/page.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import classes from './admin.module.css';

type Integration = Row<'integrations'>;
type Mapping = AnswerOf<'GET /os/integrations/{id}/mapping'>;

/** The connections of a farm to other systems, and their state. */
export function Integrations(): ReactNode {
  const text = useText();
  const can = useCan();
  const farm = useFarm();
  const { list, rest } = useGrowingList((limit) => ({
    ...listQuery('integrations', { farmId: farm?.id, limit }),
    enabled: farm !== undefined && can('read:integrations'),
  }));
  if (!can('read:integrations')) return <Forbidden scope="read:integrations" />;
  return (
    <Page title={text('nav.integrations')} aside={can('write:integrations') && <NewIntegration />}>
      <Answered query={list}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty />
          ) : (
            <ul className={items['list']}>
              {data.map((integration) => (
                <Item key={integration.id} integration={integration} />
              ))}
            </ul>
          )
        }
      </Answered>
      {rest}
    </Page>
  );
}

/** Choosing a kind opens the form of a new connection of that kind. */
function NewIntegration() {
  const text = useText();
  const navigate = useNavigate();
  const farm = useFarm();
  const { labels } = useLanguage().wording;
  return (
    <NativeSelect
      aria-label={text('integrations.new')}
      value=""
      data={[
        { value: '', label: text('integrations.new') },
        ...integrations.fields.kind.vocabulary.words.map((value) => ({
          value,
          label: wordOf(labels, value),
        })),
      ]}
      onChange={({ currentTarget }) =>
        void navigate({
          to: '/records/$resource/new',
          params: { resource: 'integrations' },
          search: { farm: farm?.id, kind: currentTarget.value },
        })
      }
    />
  );
}

function Item({ integration }: { readonly integration: Integration }) {
  const text = useText();
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const { id, name, kind, vendor, status, lastSuccessAt, lastErrorAt, lastError } = integration;
  const isFailing =
    status === 'failing' || (lastErrorAt !== null && lastErrorAt > (lastSuccessAt ?? ''));
  return (
    <li className={items['item']}>
      <SeverityMark
        severity={isFailing ? 'warning' : status === 'active' ? 'ok' : 'info'}
        isShort
      />
      <div className={items['what']}>
        <Link to="/integrations/$id" params={{ id }} search={preserveFarm} dir="auto">
          {name ?? vendor ?? wordOf(labels, kind)}
        </Link>
        <p>
          {[
            wordOf(labels, kind),
            vendor,
            status === null ? null : wordOf(labels, status, 'integrations'),
          ]
            .filter((part) => part !== null)
            .map(closeDirections)
            .join(' · ')}
          {' · '}
          {lastSuccessAt === null
            ? text('integrations.neverRead')
            : text('integrations.read', { at: formats.instant(lastSuccessAt) })}
        </p>
        {isFailing && lastError !== null && <p dir="auto">{lastError}</p>}
      </div>
    </li>
  );
}

/** A connection: its state, and how its payload is converted to readings. */
export function IntegrationScreen(): ReactNode {
  const { id } = useParams({ from: '/integrations/$id' });
  const { labels } = useLanguage().wording;
  const text = useText();
  const can = useCan();
  const mayRead = can('read:integrations');
  const one = useQuery({ ...recordQuery('integrations', id), enabled: mayRead });
  const mapping = useQuery({
    queryKey: ['integrations', 'mapping', id],
    queryFn: ({ signal }) =>
      callRoute('GET /os/integrations/{id}/mapping', { params: { id }, signal }),
    enabled: mayRead,
  });
  if (!mayRead) return <Forbidden scope="read:integrations" />;
  return (
    <Answered query={one} title={wordKind(labels, 'integrations')}>
      {(integration) => (
        <Page
          title={integration.name ?? integration.vendor ?? id}
          aside={
            <Link
              to="/records/$resource/$id"
              params={{ resource: 'integrations', id }}
              search={preserveFarm}
            >
              {text('record.all')}
            </Link>
          }
        >
          <State of={integration} />
          <Answered query={mapping}>
            {(found) => <MappingEditor key={found.updatedAt} id={id} mapping={found} />}
          </Answered>
        </Page>
      )}
    </Answered>
  );
}

function State({ of: integration }: { readonly of: Integration }) {
  const formats = useFormats();
  const { labels } = useLanguage().wording;
  const { kind, status, endpoint, authRef, lastSuccessAt, lastError, lastErrorAt } = integration;
  const time = (at: string | null) => (at === null ? null : formats.instant(at));
  return (
    <Facts
      of={[
        [labelOf(labels, 'kind'), wordOf(labels, kind)],
        [
          labelOf(labels, 'status'),
          status === null ? null : wordOf(labels, status, 'integrations'),
        ],
        [labelOf(labels, 'endpoint'), endpoint],
        [labelOf(labels, 'authRef'), authRef],
        [labelOf(labels, 'lastSuccessAt'), time(lastSuccessAt)],
        [labelOf(labels, 'lastErrorAt'), time(lastErrorAt)],
        [labelOf(labels, 'lastError'), lastError],
      ]}
    />
  );
}

function MappingEditor({ id, mapping }: { readonly id: string; readonly mapping: Mapping }) {
  const text = useText();
  const formats = useFormats();
  const mayWrite = useCan()('write:integrations');
  const stored = mapping.mapping === null ? '' : JSON.stringify(mapping.mapping, null, 2);
  const [typed, setTyped] = useState(stored);
  const [payload, setPayload] = useState('');
  const params = { id };
  const test = useAct(() => {
    const body = {
      ...(typed.trim() === '' ? {} : { mapping: parseJson(typed) }),
      ...(payload.trim() === '' ? {} : { payload: parseJson(payload) }),
    };
    return callRoute('POST /os/integrations/{id}/test', { params, body });
  });
  const save = useAct(async () =>
    callRoute('PUT /os/integrations/{id}/mapping', { params, body: parseJson(typed) }),
  );
  return (
    <Section title={text('integrations.mapping')}>
      <p className={classes['hint']}>
        {text('integrations.stored', {
          stored: formats.number(mapping.stored),
          dropped: formats.number(mapping.dropped),
        })}
      </p>
      {mapping.lastProblems.map((problem) => (
        <p key={problem} dir="auto">
          {problem}
        </p>
      ))}
      <Textarea
        label={text('integrations.mapping')}
        description={text('integrations.mappingHint')}
        className={classes['code'] as string}
        dir="ltr"
        spellCheck={false}
        readOnly={!mayWrite}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {mayWrite && (
        <>
          <Textarea
            mt="sm"
            label={text('integrations.payload')}
            description={text('integrations.payloadHint')}
            rows={4}
            dir="ltr"
            spellCheck={false}
            value={payload}
            onChange={({ currentTarget }) => setPayload(currentTarget.value)}
          />
          <div className={`${classes['actions']} ${classes['below']}`}>
            <ActButton label={text('integrations.test')} work={() => test.mutateAsync()} />
            <ActButton label={text('integrations.save')} work={() => save.mutateAsync()} />
            <ActButton
              label={text('integrations.poll')}
              work={() => callRoute('POST /os/integrations/{id}/poll', { params })}
            />
          </div>
          {test.data && <TestResult result={test.data} />}
        </>
      )}
    </Section>
  );
}

type Result = AnswerOf<'POST /os/integrations/{id}/test'>;

/** The readings that result from a payload, and the parts that were left out. */
function TestResult({ result }: { readonly result: Result }) {
  const text = useText();
  const { error, readings, problems, dropped } = result;
  return (
    <output className={classes['trouble']} data-ok={result.ok}>
      <strong>
        {error === null
          ? text('integrations.wouldStore', { count: readings.length, dropped })
          : text('integrations.notRead')}
      </strong>
      {error !== null && <p dir="auto">{error}</p>}
      {problems.map((problem) => (
        <p key={problem} dir="auto">
          {problem}
        </p>
      ))}
      {readings.length > 0 && (
        <pre className={classes['pre']} dir="ltr">
          {JSON.stringify(readings, null, 2)}
        </pre>
      )}
    </output>
  );
}
