import { Button } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { labelOf, wordOf } from '../../../i18n/labels.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { type AnswerOf, callRoute } from '../../api/answers.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { JsonValue } from '../../fields/json-value.tsx';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { Empty, Section, Unanswered } from '../../ui/page.tsx';
import { findField } from './list-search.ts';
import classes from './records.module.css';

type AnyRow = Readonly<Record<string, unknown>>;
type Entry = AnswerOf<'GET /os/history/{resource}/{id}'>['data'][number];

const STEP = 10;

/** The changes of a record: user, time, old and new values. */
export function RecordHistory(props: {
  readonly resource: ResourceDefinition;
  readonly row: AnyRow;
}): ReactNode {
  const text = useText();
  const { resource, row } = props;
  const [id, version] = [String(row['id']), Number(row['version'])];
  const [limit, setLimit] = useState(STEP);
  const history = useQuery({
    queryKey: [resource.name, 'history', id, version, limit],
    queryFn: ({ signal }) =>
      callRoute('GET /os/history/{resource}/{id}', {
        params: { resource: resource.name, id },
        query: { limit },
        signal,
      }),
    placeholderData: keepPreviousData,
    refetchInterval: false,
  });
  return (
    <Section title={text('record.history')}>
      {!history.data && <Unanswered query={history} />}
      {history.data?.data.length === 0 && <Empty>{text('record.noHistory')}</Empty>}
      <ol className={classes['history']}>
        {history.data?.data.map((entry) => (
          <Change
            key={`${entry.version} ${entry.at}`}
            resource={resource}
            row={row}
            entry={entry}
          />
        ))}
      </ol>
      {history.data?.meta.hasMore && (
        <Button variant="default" onClick={() => setLimit(limit + STEP * 2)}>
          {text('record.olderChanges')}
        </Button>
      )}
    </Section>
  );
}

function Change(props: {
  readonly resource: ResourceDefinition;
  readonly row: AnyRow;
  readonly entry: Entry;
}) {
  const text = useText();
  const formats = useFormats();
  const { resource, row, entry } = props;
  return (
    <li>
      <div className={classes['changeHead']}>
        <strong>{text(entry.undone ? 'record.undone' : `record.${entry.kind}`)}</strong>
        <Author by={entry.by} />
        <time dateTime={entry.at}>{formats.instant(entry.at)}</time>
      </div>
      {entry.kind === 'changed' && (
        <ul>
          {entry.changes.map(({ field, before, after }) => (
            <ChangedField
              key={field}
              resource={resource}
              row={row}
              field={field}
              before={before}
              after={after}
            />
          ))}
        </ul>
      )}
    </li>
  );
}

function Author({ by }: { readonly by: Entry['by'] }) {
  const { labels } = useLanguage().wording;
  if (by.name !== null && by.type !== 'system') return <bdi>{by.name}</bdi>;
  const isUser = by.id.startsWith('user_');
  return isUser ? (
    <FieldValue field={{ type: 'text', max: 80 }} value={by.id} />
  ) : (
    <bdi>{wordOf(labels, by.type)}</bdi>
  );
}

function ChangedField(props: {
  readonly resource: ResourceDefinition;
  readonly row: AnyRow;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}) {
  const { wording } = useLanguage();
  const { resource, field } = props;
  // The currency of the record may have been different at that time.
  const row = 'currency' in resource.fields ? undefined : props.row;
  const shown = (value: unknown) => {
    const definition = findField(resource, field);
    if (value === null || value === undefined) return '—';
    return definition ? (
      <FieldValue resource={resource.name} field={definition} value={value} row={row} />
    ) : (
      <JsonValue value={value} />
    );
  };
  return (
    <li>
      {labelOf(wording.labels, field)}: <del>{shown(props.before)}</del>
      <span aria-hidden="true"> → </span>
      <ins>{shown(props.after)}</ins>
    </li>
  );
}
