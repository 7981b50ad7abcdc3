import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { labelOf } from '../../../i18n/labels.ts';
import { originOf } from '../../../model/core/fields.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import {
  getResource,
  isResourceName,
  type ResourceName,
  resourceNames,
} from '../../../model/resources/registry.ts';
import { recordQuery } from '../../api/queries.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useRecordTitle } from '../../fields/record-title.ts';
import { isPresent } from '../../fields/stored-values.ts';
import { wordKind } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Empty, Forbidden, Page, Section, Unanswered, useCan } from '../../ui/page.tsx';
import { isCopied } from './copied-records.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { RecordHistory } from './record-history.tsx';
import classes from './records.module.css';
import { useFarmOf } from './use-farm-of.ts';

type AnyRow = Readonly<Record<string, unknown>>;

/** One record with all its fields, its history and the records that refer to it. */
export function RecordScreen(): ReactNode {
  const { resource, id } = useParams({ from: '/records/$resource/$id' });
  const text = useText();
  const can = useCan();
  if (!isResourceName(resource)) return <Empty>{text('page.notFound')}</Empty>;
  if (!can(`read:${resource}`)) return <Forbidden scope={`read:${resource}`} />;
  return <OneRecord key={id} name={resource} id={id} />;
}

function OneRecord({ name, id }: { readonly name: ResourceName; readonly id: string }) {
  const { wording } = useLanguage();
  const titleOf = useRecordTitle();
  const record = useQuery(recordQuery(name, id));
  useFarmOf(record.data?.farmId);
  const resource = getResource(name);
  // A record deleted in the meantime is not displayed from an earlier response.
  if (!record.data || record.isRefetchError)
    return <Unanswered query={record} title={wordKind(wording.labels, name)} />;
  const row: AnyRow = { ...record.data };
  return (
    <Page
      title={titleOf(resource, row)}
      aside={
        <Link to="/records/$resource" params={{ resource: name }} search={({ farm }) => ({ farm })}>
          {wording.labels.plurals[name]}
        </Link>
      }
    >
      <Buttons resource={resource} row={row} />
      <div className={classes['columns']}>
        <div>
          <Values resource={resource} row={row} />
          <Related name={name} id={id} />
        </div>
        <RecordHistory resource={resource} row={row} />
      </div>
    </Page>
  );
}

function Buttons(props: { readonly resource: ResourceDefinition; readonly row: AnyRow }) {
  const text = useText();
  const can = useCan();
  const titleOf = useRecordTitle();
  const [isDeleting, setIsDeleting] = useState(false);
  const { resource, row } = props;
  if (resource.readOnly === true || !can(`write:${resource.name}`)) return null;
  const params = { resource: resource.name, id: String(row['id']) };
  return (
    <div className={classes['toolbar']}>
      <Button
        renderRoot={(root) => (
          <Link
            {...root}
            to="/records/$resource/$id/edit"
            params={params}
            search={({ farm }) => ({ farm })}
          />
        )}
      >
        {text('records.edit')}
      </Button>
      {isCopied(resource.name) && (
        <Button
          variant="default"
          renderRoot={(root) => (
            <Link
              {...root}
              to="/records/$resource/new"
              params={params}
              search={({ farm }) => ({ farm, copy: params.id })}
            />
          )}
        >
          {text('records.copy')}
        </Button>
      )}
      <Button variant="default" onClick={() => setIsDeleting(true)}>
        {text('records.delete')}
      </Button>
      {isDeleting && (
        <DeleteDialog
          resource={resource}
          row={row}
          title={titleOf(resource, row)}
          onClose={() => setIsDeleting(false)}
        />
      )}
    </div>
  );
}

function Values(props: { readonly resource: ResourceDefinition; readonly row: AnyRow }) {
  const text = useText();
  const formats = useFormats();
  const { wording } = useLanguage();
  const { resource, row } = props;
  const known = Object.entries(resource.fields).filter(([name]) => isPresent(row[name]));
  const own = known.filter(([, field]) => originOf(field) !== 'computed');
  const computed = known.filter(([, field]) => originOf(field) === 'computed');
  const unset = Object.keys(resource.fields).filter((name) => !isPresent(row[name]));
  const toValue = ([name, field]: (typeof known)[number]) => (
    <Value key={name} label={labelOf(wording.labels, name)}>
      <FieldValue resource={resource.name} field={field} value={row[name]} row={row} />
    </Value>
  );
  return (
    <>
      <dl className={classes['values']}>
        {own.map(toValue)}
        {(['createdAt', 'updatedAt'] as const).map((name) => (
          <Value key={name} label={labelOf(wording.labels, name)}>
            <time dateTime={String(row[name])}>{formats.instant(String(row[name]))}</time>
          </Value>
        ))}
        <Value label={labelOf(wording.labels, 'id')}>
          <span className={classes['copied']}>
            <code className={classes['id']}>{String(row['id'])}</code>
            <CopyButton value={String(row['id'])} label={labelOf(wording.labels, 'id')} />
          </span>
        </Value>
      </dl>
      {unset.length > 0 && (
        <p className={classes['unset']}>
          {text('record.unset', {
            fields: unset.map((name) => labelOf(wording.labels, name)).join(', '),
          })}
        </p>
      )}
      {computed.length > 0 && (
        <Section title={text('record.computed')}>
          <dl className={classes['values']}>{computed.map(toValue)}</dl>
        </Section>
      )}
    </>
  );
}

function Value(props: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes['value']}>
      <dt>{props.label}</dt>
      <dd>{props.children}</dd>
    </div>
  );
}

/** Lists of the records that reference this one. */
function Related({ name, id }: { readonly name: ResourceName; readonly id: string }) {
  const { wording } = useLanguage();
  const can = useCan();
  const lists = resourceNames.flatMap((other) => {
    const { fields, filters } = getResource(other);
    const filter = filters.find((field) => {
      const definition = fields[field];
      return definition?.type === 'reference' && definition.to === name;
    });
    return filter !== undefined && can(`read:${other}`) ? [{ other, filter }] : [];
  });
  if (lists.length === 0) return null;
  return (
    <Section title={wording.text('record.related')}>
      <ul className={classes['related']}>
        {lists.map(({ other, filter }) => (
          <li key={other}>
            <Link
              className={classes['relatedLink'] as string}
              to="/records/$resource"
              params={{ resource: other }}
              search={({ farm }) => ({ farm, [filter]: id })}
            >
              {wording.labels.plurals[other]}
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}
