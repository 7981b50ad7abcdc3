import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { FormEvent, ReactNode } from 'react';
import { type ResourceDefinition, writableFields } from '../../../model/core/resource.ts';
import {
  getResource,
  isResourceName,
  type ResourceName,
} from '../../../model/resources/registry.ts';
import { useErrorTexts } from '../../api/error-texts.ts';
import { recordQuery } from '../../api/queries.ts';
import { serviceNow } from '../../api/service-clock.ts';
import { type Draft, newDraft } from '../../fields/draft.ts';
import { FieldInput, useFocusOnIssues } from '../../fields/field-input.tsx';
import { useRecordTitle } from '../../fields/record-title.ts';
import { wordKind } from '../../i18n/heading.ts';
import { useFormats, useLanguage, useText, useZone } from '../../i18n/language.tsx';
import { Confirm, Dialog, DialogButtons } from '../../ui/dialog.tsx';
import { useFarm } from '../../ui/farm.tsx';
import { submitByKey } from '../../ui/keys.ts';
import { Empty, Forbidden, Loading, Page, Unanswered, useCan } from '../../ui/page.tsx';
import { ShownOnce } from '../../ui/shown-once.tsx';
import { ConflictDialog } from './conflict-dialog.tsx';
import { copiedDraft } from './copied-records.ts';
import classes from './records.module.css';
import { useFarmOf } from './use-farm-of.ts';
import { type AnyRow, type FormState, useRecordForm } from './use-record-form.ts';

/**
 * Creates a record; search parameters fill in its fields, or name the record to which it is
 * similar.
 */
export function NewRecord(): ReactNode {
  const { resource } = useParams({ from: '/records/$resource/new' });
  const { copy } = useSearch({ from: '/records/$resource/new' });
  const text = useText();
  const { wording } = useLanguage();
  if (!isResourceName(resource)) return <Empty>{text('page.notFound')}</Empty>;
  return (
    <Writable resource={getResource(resource)}>
      {copy === undefined ? (
        <Page title={text('form.new', { record: wording.labels.singulars[resource] })}>
          <NewOne name={resource} />
        </Page>
      ) : (
        <CopyOne key={copy} name={resource} id={copy} />
      )}
    </Writable>
  );
}

function NewOne(props: { readonly name: ResourceName; readonly source?: AnyRow }) {
  const { name, source } = props;
  const search = useSearch({ from: '/records/$resource/new' });
  const zone = useZone();
  const definition = getResource(name);
  const given = Object.entries(search).filter(([field]) => Object.hasOwn(definition.fields, field));
  const empty = source
    ? copiedDraft(definition, source, zone, serviceNow())
    : newDraft(definition, zone, serviceNow());
  return (
    <RecordForm
      key={`${name} ${zone}`}
      resource={definition}
      base={undefined}
      source={source}
      initial={{ ...empty, ...(Object.fromEntries(given) as Draft) }}
    />
  );
}

function CopyOne({ name, id }: { readonly name: ResourceName; readonly id: string }) {
  const text = useText();
  const { labels } = useLanguage().wording;
  const record = useQuery(recordQuery(name, id));
  useFarmOf(record.data?.farmId);
  const title = text('form.new', { record: labels.singulars[name] });
  if (!record.data) return <Unanswered query={record} title={title} />;
  return (
    <Page title={title}>
      <NewOne name={name} source={{ ...record.data }} />
    </Page>
  );
}

/** Edits a record. */
export function EditRecord(): ReactNode {
  const { resource, id } = useParams({ from: '/records/$resource/$id/edit' });
  const text = useText();
  if (!isResourceName(resource)) return <Empty>{text('page.notFound')}</Empty>;
  return (
    <Writable resource={getResource(resource)}>
      <EditOne key={id} name={resource} id={id} />
    </Writable>
  );
}

function EditOne({ name, id }: { readonly name: ResourceName; readonly id: string }) {
  const text = useText();
  const { labels } = useLanguage().wording;
  const titleOf = useRecordTitle();
  const zone = useZone();
  const farm = useFarm();
  const record = useQuery(recordQuery(name, id));
  useFarmOf(record.data?.farmId);
  if (!record.data) return <Unanswered query={record} title={wordKind(labels, name)} />;
  const { farmId } = record.data;
  // Times are in the time zone of the record's farm.
  if (farmId !== null && farm && farm.id !== farmId) return <Loading />;
  const resource = getResource(name);
  const row: AnyRow = { ...record.data };
  return (
    <Page title={text('form.edit', { title: titleOf(resource, row) })}>
      <RecordForm key={zone} resource={resource} base={row} initial={undefined} />
    </Page>
  );
}

/** Renders its content if the session may write records of the resource. */
function Writable(props: {
  readonly resource: ResourceDefinition;
  readonly children: ReactNode;
}): ReactNode {
  const text = useText();
  const can = useCan();
  const { name, readOnly } = props.resource;
  if (readOnly) return <Empty>{text('form.readOnly')}</Empty>;
  return can(`write:${name}`) ? props.children : <Forbidden scope={`write:${name}`} />;
}

interface FormProps {
  readonly resource: ResourceDefinition;
  /** The record to edit; undefined for a new one. */
  readonly base: AnyRow | undefined;
  /** The record to which a new one is similar. */
  readonly source?: AnyRow | undefined;
  readonly initial: Draft | undefined;
}

function RecordForm(props: FormProps) {
  const text = useText();
  const { resource, base } = props;
  const navigate = useNavigate();
  const form = useRecordForm(props);
  const farm = useFarm();
  const priced = {
    currency: form.draft['currency'] || undefined,
    farmId: base?.['farmId'] ?? farm?.id,
  };
  const element = useFocusOnIssues(form.issues);
  const leave = (id: string | undefined) => {
    const search = ({ farm }: { readonly farm?: string | undefined }) => ({ farm });
    if (id === undefined) {
      return void navigate({
        to: '/records/$resource',
        params: { resource: resource.name },
        search,
      });
    }
    const params = { resource: resource.name, id };
    void navigate({ to: '/records/$resource/$id', params, search });
  };
  const idOf = (row: AnyRow) => String(row['id']);
  const save = (event: FormEvent) => {
    event.preventDefault();
    form.save((row) => leave(idOf(row)));
  };
  return (
    <form
      ref={element}
      className={classes['form']}
      noValidate
      onSubmit={save}
      onKeyDown={submitByKey}
    >
      {form.isRestored && <RestoredNote form={form} />}
      <FarmNote resource={resource} base={base} />
      <div className={classes['fields']}>
        {writableFields(resource).map(([name, field]) => (
          <FieldInput
            key={name}
            name={name}
            field={field}
            resource={resource.name}
            row={priced}
            text={form.draft[name] ?? ''}
            onText={(value) => form.change(name, value)}
            error={form.errorOf(name)}
            words={name === 'status' ? statesAfter(resource, base) : undefined}
          />
        ))}
      </div>
      <Problems form={form} resource={resource} />
      <DialogButtons>
        <Button variant="default" onClick={() => leave(base && idOf(base))}>
          {text('dialog.cancel')}
        </Button>
        <Button type="submit" loading={form.isSaving}>
          {text('form.save')}
        </Button>
      </DialogButtons>
      <FormDialogs form={form} resource={resource} onSaved={(row) => leave(idOf(row))} />
    </form>
  );
}

/** The possible states of a record: the current one and its successors. */
function statesAfter({ transitions }: ResourceDefinition, base: AnyRow | undefined) {
  const state = base?.['status'];
  if (!transitions || typeof state !== 'string') return undefined;
  return [state, ...(transitions[state] ?? [])];
}

function RestoredNote({ form }: { readonly form: FormState }) {
  const text = useText();
  return (
    <div className={classes['note']} role="status">
      {text('form.restored')}
      <Button variant="subtle" onClick={form.discard}>
        {text('form.discard')}
      </Button>
    </div>
  );
}

function FarmNote({
  resource,
  base,
}: {
  readonly resource: ResourceDefinition;
  readonly base: AnyRow | undefined;
}) {
  const text = useText();
  const farm = useFarm();
  if (base || resource.farm.kind !== 'farm' || !farm) return null;
  return (
    <p className={classes['unset']}>
      {text('form.farm')} <bdi>{farm.name}</bdi>
    </p>
  );
}

/** Reasons why a form could not be saved, except those displayed at its fields. */
function Problems(props: { readonly form: FormState; readonly resource: ResourceDefinition }) {
  const texts = useErrorTexts();
  const { form } = props;
  if (!texts) return null;
  const others = form.unmatchedIssues;
  if (form.error === undefined && others.length === 0) return null;
  return (
    <div role="alert" className={classes['problems']}>
      {others.map((issue) => (
        <p key={`${issue.path} ${issue.code}`}>{texts.ofIssue(issue)}</p>
      ))}
      {form.error !== undefined && <p>{texts.ofError(form.error)}</p>}
    </div>
  );
}

function FormDialogs(props: {
  readonly form: FormState;
  readonly resource: ResourceDefinition;
  readonly onSaved: (row: AnyRow) => void;
}) {
  const { form, resource, onSaved } = props;
  const text = useText();
  const formats = useFormats();
  return (
    <>
      {form.conflict && (
        <ConflictDialog
          resource={resource}
          conflict={form.conflict}
          changedAt={formats.instant(String(form.conflict.theirs['updatedAt']))}
          onClose={form.closeConflict}
          onResolved={(draft) => form.resolve(draft, onSaved)}
        />
      )}
      {form.doubts.length > 0 && (
        <Confirm
          title={text('log.doubt')}
          action={text('log.correct')}
          onConfirm={() => form.settleDoubts(true, onSaved)}
          onCancel={() => form.settleDoubts(false, onSaved)}
        >
          {form.doubts.map(({ path, message }) => (
            <p key={path} dir="auto">
              {message}
            </p>
          ))}
        </Confirm>
      )}
      {form.leaving && (
        <Dialog title={text('form.leaveTitle')} onClose={form.leaving.stay}>
          <p>{text('form.leaveText')}</p>
          <DialogButtons>
            <Button variant="default" onClick={form.leaving.stay}>
              {text('form.stay')}
            </Button>
            <Button color="red" onClick={form.leaving.leave}>
              {text('form.leave')}
            </Button>
          </DialogButtons>
        </Dialog>
      )}
      {form.created && (
        <ShownOnce
          secrets={form.created.secrets}
          onClose={() => form.created && onSaved(form.created.row)}
        />
      )}
    </>
  );
}
