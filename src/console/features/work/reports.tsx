import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { wordOf } from '../../../i18n/labels.ts';
import { getResource, type Row } from '../../../model/resources/registry.ts';
import { newKey } from '../../api/http.ts';
import { listQuery } from '../../api/queries.ts';
import { FieldValue } from '../../fields/field-value.tsx';
import { useFormats, useLanguage, useText } from '../../i18n/language.tsx';
import { useChange } from '../../offline/use-change.ts';
import { useFarm } from '../../ui/farm.tsx';
import { useGrowingList } from '../../ui/growing-list.tsx';
import { Empty, Forbidden, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { ReplyForm } from '../../ui/reply-form.tsx';
import { SeverityMark } from '../../ui/severity-mark.tsx';
import { Words } from '../../ui/words.tsx';
import { NewReport } from './new-report.tsx';
import classes from './work.module.css';
import { type FilterSet, useWorkSearch, WorkFilters, workParameters } from './work-filters.tsx';
import { WorkEntry, WorkList } from './work-list.tsx';

const FILTERS: FilterSet = {
  resource: 'field-reports',
  names: ['status', 'isQuestion', 'severity', 'category', 'barnId'],
};

/** Reports and questions of workers from the field, and the replies to them. */
export function Reports(): ReactNode {
  const text = useText();
  const can = useCan();
  const farm = useFarm();
  const [search] = useWorkSearch();
  const [isNew, setIsNew] = useState(false);
  const mayRead = can('read:field-reports');
  const { list: reports, rest } = useGrowingList((limit) => ({
    ...listQuery('field-reports', {
      farmId: farm?.id,
      ...workParameters(FILTERS, search),
      limit,
    }),
    enabled: mayRead && farm !== undefined,
  }));
  if (!mayRead) return <Forbidden scope="read:field-reports" />;
  const total = reports.data?.meta.total;
  return (
    <Page
      title={text('nav.reports')}
      aside={
        <div className={classes['aside']}>
          {total !== undefined && <span>{text('records.count', { count: total })}</span>}
          {farm && can('write:field-reports') && !isNew && (
            <Button onClick={() => setIsNew(true)}>{text('report.new')}</Button>
          )}
        </div>
      }
    >
      {farm && isNew && (
        <NewReport key={farm.id} farmId={farm.id} onClose={() => setIsNew(false)} />
      )}
      <WorkFilters filters={FILTERS} />
      {!reports.data && <Unanswered query={reports} />}
      {reports.data?.data.length === 0 && <Empty />}
      {reports.data && reports.data.data.length > 0 && (
        <WorkList label={text('nav.reports')} keys={{ r: 'work.reply', c: 'work.close' }}>
          {reports.data.data.map((report) => (
            <Report key={report.id} report={report} />
          ))}
        </WorkList>
      )}
      {rest}
    </Page>
  );
}

function Report({ report }: { readonly report: Row<'field-reports'> }) {
  const { wording } = useLanguage();
  const formats = useFormats();
  const { labels, text } = wording;
  const { fields } = getResource('field-reports');
  return (
    <WorkEntry severity={report.severity} label={report.rawText.slice(0, 80)}>
      <SeverityMark severity={report.severity} />
      <div className={classes['what']}>
        <p className={classes['words']} dir="auto">
          <Words>{report.rawText}</Words>
        </p>
        <p className={classes['meta']}>
          <span className={classes['pill']}>
            {wordOf(labels, report.status ?? '', 'field-reports')}
          </span>
          {report.isQuestion === true && <strong>{text('work.question')}</strong>}
          {report.authorName !== null && <bdi>{report.authorName}</bdi>}
          <Link
            to="/records/$resource/$id"
            params={{ resource: 'field-reports', id: report.id }}
            search={({ farm }) => ({ farm })}
          >
            <time dateTime={report.createdAt}>{formats.instant(report.createdAt)}</time>
          </Link>
          {report.barnId !== null && fields['barnId'] && (
            <FieldValue field={fields['barnId']} value={report.barnId} />
          )}
        </p>
        {report.replyText !== null && (
          <blockquote className={classes['reply']}>
            <p dir="auto">{report.replyText}</p>
          </blockquote>
        )}
        <Answer report={report} />
      </div>
    </WorkEntry>
  );
}

function Answer({ report }: { readonly report: Row<'field-reports'> }) {
  const text = useText();
  const can = useCan();
  const change = useChange<'field-reports'>();
  const [isOpen, setIsOpen] = useState(false);
  if (!can('write:field-reports')) return null;
  const { id, rawText, status, version } = report;
  const title = rawText.slice(0, 60);
  const close = () =>
    change.mutate({
      key: newKey(),
      change: {
        resource: 'field-reports',
        id,
        version,
        body: { status: 'closed' },
        undo: { status: status ?? 'new' },
        messageName: 'work.closed',
        title,
      },
    });
  const canClose = getResource('field-reports').transitions?.[status ?? '']?.includes('closed');
  if (!isOpen) {
    return (
      <div className={classes['buttons']}>
        <Button variant="default" data-key="r" onClick={() => setIsOpen(true)}>
          {text(report.replyText === null ? 'work.reply' : 'work.changeReply')}
        </Button>
        {canClose && (
          <Button variant="default" data-key="c" loading={change.isPending} onClick={close}>
            {text('work.close')}
          </Button>
        )}
      </div>
    );
  }
  return <ReplyForm report={report} onClose={() => setIsOpen(false)} />;
}
