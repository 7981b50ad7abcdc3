import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isResourceName, type ResourceName } from '../../model/resources/registry.ts';
import type { AnswerOf } from '../api/answers.ts';
import { useLanguage } from '../i18n/language.tsx';
import { preserveFarm } from './farm.tsx';
import { useCan } from './page.tsx';

type Fix = AnswerOf<'GET /gaps'>['gaps'][number]['fix'];

/** Links to the form that fixes a problem; empty without the permission. */
export function FixLink({ fix }: { readonly fix: Fix | null | undefined }): ReactNode {
  const { labels, text } = useLanguage().wording;
  const can = useCan();
  if (!fix) return null;
  const { resource = '', id, method, body = {} } = fix;
  if (fix.operation === 'adoptCamera') {
    return (
      <Link to="/cameras" search={preserveFarm}>
        {text('cameras.adopt')}
      </Link>
    );
  }
  if (fix.operation === 'createNoticeChannel') {
    return (
      <Link to="/notices" search={preserveFarm}>
        {text('today.setUpNotices')}
      </Link>
    );
  }
  if (id !== undefined && (fix.operation === 'updateWebhook' || fix.operation === 'adoptWebhook')) {
    return (
      <Link to="/webhooks/$id" params={{ id }} search={preserveFarm}>
        {text('webhooks.open')}
      </Link>
    );
  }
  if (!isResourceName(resource) || !can(`write:${resource}`)) return null;
  if (method === 'PATCH') return <ChangeLink resource={resource} id={id} />;
  const create = <NewLink resource={resource} values={body} />;
  if (fix.import === undefined) return create;
  return (
    <>
      {create}
      {' · '}
      <Link to="/records/$resource/import" params={{ resource }} search={preserveFarm}>
        {text('import.title', { records: labels.plurals[resource] })}
      </Link>
    </>
  );
}

/** Links to the screen where a record is changed: its form, or the list with its buttons. */
function ChangeLink(props: { readonly resource: ResourceName; readonly id: string | undefined }) {
  const { resource, id } = props;
  const { labels, text } = useLanguage().wording;
  if (id === undefined) return null;
  if (resource === 'alerts') {
    return (
      <Link to="/alerts" search={preserveFarm}>
        {text('work.goToAlerts')}
      </Link>
    );
  }
  if (resource === 'field-reports') {
    return (
      <Link
        to="/reports"
        search={(previous) => ({ ...preserveFarm(previous), isQuestion: 'true' })}
      >
        {text('work.reply')}
      </Link>
    );
  }
  return (
    <Link to="/records/$resource/$id/edit" params={{ resource, id }} search={preserveFarm}>
      {text('form.editKind', { record: labels.singulars[resource] })}
    </Link>
  );
}

/** Links to the form of a new record; empty without the permission. */
export function NewLink(props: {
  readonly resource: ResourceName;
  readonly values?: Readonly<Record<string, unknown>>;
}): ReactNode {
  const { resource, values = {} } = props;
  const { labels, text } = useLanguage().wording;
  if (!useCan()(`write:${resource}`)) return null;
  return (
    <Link
      to="/records/$resource/new"
      params={{ resource }}
      search={(previous) => ({ ...textsOf(values), ...preserveFarm(previous) })}
    >
      {text('form.new', { record: labels.singulars[resource] })}
    </Link>
  );
}

/** The initial values of the form. */
function textsOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(body).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [],
    ),
  );
}
