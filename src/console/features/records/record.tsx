import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { headingOf } from '../../../i18n/labels.ts';
import {
  getResource,
  isResourceName,
  type ResourceName,
} from '../../../model/resources/registry.ts';
import { recordQuery } from '../../api/queries.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { Empty, Loading, LoadingFailed, Page } from '../../ui/page.tsx';
import { nameOf } from './record-name.ts';
import classes from './records.module.css';

/** One record with all its fields. */
export function RecordScreen(): ReactNode {
  const { resource, id } = useParams({ from: '/records/$resource/$id' });
  const text = useText();
  if (!isResourceName(resource)) return <Empty>{text('page.notFound')}</Empty>;
  return <OneRecord key={id} name={resource} id={id} />;
}

function OneRecord({ name, id }: { readonly name: ResourceName; readonly id: string }) {
  const { wording } = useLanguage();
  const formats = useFormats();
  const record = useQuery(recordQuery(name, id));
  const resource = getResource(name);
  if (record.isPending) return <Loading />;
  if (!record.data) {
    return <LoadingFailed error={record.error} onRetry={() => void record.refetch()} />;
  }
  const row: Readonly<Record<string, unknown>> = { ...record.data };
  const shown = Object.entries(resource.fields).filter(([field]) => row[field] !== null);
  return (
    <Page
      title={nameOf(resource, row)}
      aside={
        <Link to="/records/$resource" params={{ resource: name }} search={({ farm }) => ({ farm })}>
          {wording.labels.plurals[name]}
        </Link>
      }
    >
      <dl className={classes['values']}>
        {shown.map(([field, definition]) => (
          <div key={field} className={classes['value']}>
            <dt>{headingOf(wording.labels, { name: field })}</dt>
            <dd>
              <FieldValue field={definition} value={row[field]} />
            </dd>
          </div>
        ))}
        <div className={classes['value']}>
          <dt>{headingOf(wording.labels, { name: 'updatedAt' })}</dt>
          <dd>
            <time dateTime={record.data.updatedAt}>{formats.instant(record.data.updatedAt)}</time>
          </dd>
        </div>
      </dl>
    </Page>
  );
}
