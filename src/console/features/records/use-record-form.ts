import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useBlocker } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { FarmError, type Issue } from '../../../model/core/errors.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { RETRYING, useUndoNotice } from '../../api/changes.tsx';
import { useErrorTexts } from '../../api/error-texts.ts';
import { callApi, newKey } from '../../api/http.ts';
import { changedFields, type Draft, readDraft, toDraft } from '../../fields/draft.ts';
import { useRecordTitle } from '../../fields/record-title.ts';
import { useLanguage, useZone } from '../../i18n/language.tsx';
import { useFarm } from '../../ui/farm.tsx';
import { createDraftStore } from './draft-store.ts';

export type AnyRow = Readonly<Record<string, unknown>>;

/** A record that another user changed during editing. */
export interface Conflict {
  /** The record when the form was opened. */
  readonly base: AnyRow;
  /** The current record. */
  readonly theirs: AnyRow;
  /** The texts of the form. */
  readonly mine: Draft;
}

/** The form of a record: its texts, their faults and the available actions. */
export interface FormState {
  readonly draft: Draft;
  readonly issues: readonly Issue[];
  /** Issues that belong to no field of the form. */
  readonly unmatchedIssues: readonly Issue[];
  /** The reason of the last failure, where no issue states it. */
  readonly error: unknown;
  readonly isSaving: boolean;
  /** The texts were restored from an earlier visit and are not saved. */
  readonly isRestored: boolean;
  readonly conflict: Conflict | undefined;
  readonly leaving: { readonly stay: () => void; readonly leave: () => void } | undefined;
  /** A new record with secrets that are shown once. */
  readonly created:
    | { readonly row: AnyRow; readonly secrets: Readonly<Record<string, string>> }
    | undefined;
  errorOf(name: string): string | undefined;
  change(name: string, text: string): void;
  discard(): void;
  save(onSaved: (row: AnyRow) => void): void;
  /** Values that the service considers implausible, for the user to confirm. */
  readonly doubts: readonly Issue[];
  /** Saves the record with its implausible values, or returns to the form. */
  settleDoubts(isRight: boolean, onSaved: (row: AnyRow) => void): void;
  closeConflict(): void;
  resolve(draft: Draft, onSaved: (row: AnyRow) => void): void;
}

interface FormOptions {
  readonly resource: ResourceDefinition;
  readonly base: AnyRow | undefined;
  /** The record to which a new one is similar. */
  readonly source?: AnyRow | undefined;
  readonly initial: Draft | undefined;
}

/** The state of a form that creates or edits a record. */
export function useRecordForm({ resource, base: opened, source, initial }: FormOptions): FormState {
  const zone = useZone();
  const texts = useErrorTexts();
  const [base, setBase] = useState(opened);
  const fresh = initial ?? toDraft(resource, base ?? {}, zone);
  const store = draftStoreOf(resource, base ?? source, base === undefined);
  const [restored] = useState(() => store.read(base?.['version']));
  const [isRestored, setIsRestored] = useState(restored !== undefined);
  const [draft, setDraft] = useState<Draft>({ ...fresh, ...restored });
  const [issues, setIssues] = useState<readonly Issue[]>([]);
  const [conflict, setConflict] = useState<Conflict>();
  const [created, setCreated] = useState<FormState['created']>();
  const isDone = useRef(false);
  const context = { definition: resource, base, zone };
  const isDirty = Object.keys(draft).some((name) => draft[name] !== fresh[name]);
  const leaving = useLeaving(() => isDirty && !isDone.current, store.clear);
  const send = useSend(resource);

  const save = (
    next: { draft: Draft; base: AnyRow | undefined },
    onSaved: (row: AnyRow) => void,
    isStrict = true,
  ) => {
    const reading = readDraft(next.draft, { ...context, base: next.base });
    setIssues(reading.issues ?? []);
    if (!reading.body) return;
    send.mutate(
      { body: reading.body, base: next.base, isStrict },
      {
        onSuccess: (row) => {
          isDone.current = true;
          store.clear();
          const secrets = findSecrets(resource, row);
          if (Object.keys(secrets).length > 0) setCreated({ row, secrets });
          else onSaved(row);
        },
        onError: (error) => void onFailure(error, next),
      },
    );
  };
  const onFailure = async (error: unknown, next: { draft: Draft; base: AnyRow | undefined }) => {
    if (!(error instanceof FarmError)) return;
    setIssues(error.issues ?? []);
    if (error.status !== 412 || !next.base) return;
    const theirs = (await callApi({ path: pathOf(resource, next.base) })) as AnyRow;
    setConflict({ base: next.base, theirs, mine: next.draft });
  };
  return {
    draft,
    issues,
    ...sortIssues(issues, draft),
    error: isExplained(send.error) ? undefined : send.error,
    isSaving: send.isPending,
    ...{ isRestored, conflict, leaving, created },
    errorOf(name) {
      const issue = issues.find(({ path }) => fieldName(path) === name);
      return issue && texts?.ofIssue(issue);
    },
    change(name, text) {
      const next = { ...draft, [name]: text };
      setDraft(next);
      setIssues(issues.filter(({ path }) => fieldName(path) !== name));
      store.write(base?.['version'], next);
    },
    discard() {
      store.clear();
      setDraft(fresh);
      setIsRestored(false);
    },
    save: (onSaved) => {
      if (base !== undefined && changedFields(draft, context).length === 0) return onSaved(base);
      save({ draft, base }, onSaved);
    },
    settleDoubts: (isRight, onSaved) =>
      isRight ? save({ draft, base }, onSaved, false) : setIssues([]),
    closeConflict: () => setConflict(undefined),
    resolve(merged, onSaved) {
      const theirs = conflict?.theirs;
      setConflict(undefined);
      setDraft(merged);
      setBase(theirs);
      save({ draft: merged, base: theirs }, onSaved);
    },
  };
}

/** The store of a form: a new record has one for each record to which it is similar. */
function draftStoreOf({ name }: ResourceDefinition, row: AnyRow | undefined, isNew: boolean) {
  const parts = [name, ...(isNew ? ['new'] : []), ...(row ? [row['id']] : [])];
  return createDraftStore(parts.join(' '));
}

function sortIssues(issues: readonly Issue[], draft: Draft) {
  const isOfField = ({ path }: Issue) => Object.hasOwn(draft, fieldName(path));
  return {
    unmatchedIssues: issues.filter((issue) => !isOfField(issue)),
    doubts: issues.every(({ code }) => code === 'implausible') ? issues : [],
  };
}

function fieldName(path: string): string {
  const [field = ''] = path.replace(/^body\./, '').split(/[.[]/);
  return field;
}

function isExplained(error: unknown): boolean {
  return (
    error === null ||
    (error instanceof FarmError && (error.issues !== undefined || error.status === 412))
  );
}

function pathOf(resource: ResourceDefinition, row: AnyRow): string {
  return `/${resource.name}/${encodeURIComponent(String(row['id']))}`;
}

function findSecrets({ shownOnce = {} }: ResourceDefinition, row: AnyRow) {
  return Object.fromEntries(
    Object.keys(shownOnce).flatMap((name) =>
      typeof row[name] === 'string' ? [[name, row[name]] as const] : [],
    ),
  );
}

/** Asks for confirmation before unsaved texts are lost. */
function useLeaving(shouldAsk: () => boolean, forget: () => void): FormState['leaving'] {
  const blocker = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && shouldAsk(),
    enableBeforeUnload: shouldAsk,
    withResolver: true,
  });
  if (blocker.status !== 'blocked') return undefined;
  return {
    stay: blocker.reset,
    leave: () => {
      forget();
      blocker.proceed();
    },
  };
}

/** Sends a new record, or a change based on the version that was read. */
function useSend(resource: ResourceDefinition) {
  const farm = useFarm();
  const queries = useQueryClient();
  const { text, labels } = useLanguage().wording;
  const titleOf = useRecordTitle();
  const undoNotice = useUndoNotice();
  // A retry with the same content uses the same idempotency key.
  const sent = useRef({ content: '', key: '' });
  return useMutation({
    ...RETRYING,
    mutationFn: async ({
      body,
      base,
      isStrict,
    }: {
      readonly body: AnyRow;
      readonly base: AnyRow | undefined;
      readonly isStrict: boolean;
    }) => {
      const farmId = !base && resource.farm.kind === 'farm' ? { farmId: farm?.id } : {};
      const content = JSON.stringify([body, base?.['version'], isStrict]);
      if (sent.current.content !== content) sent.current = { content, key: newKey() };
      const call = { body: { ...farmId, ...body }, idempotencyKey: sent.current.key, isStrict };
      const answer = base
        ? callApi({
            ...call,
            method: 'PATCH',
            path: pathOf(resource, base),
            version: Number(base['version']),
          })
        : callApi({ ...call, method: 'POST', path: `/${resource.name}` });
      return (await answer) as AnyRow;
    },
    onSuccess: async (row, { body, base }) => {
      const message = text('form.saved', { title: titleOf(resource, row) });
      if (base) {
        const undo = Object.fromEntries(
          Object.keys(body).map((name) => [name, base[name] ?? null]),
        );
        undoNotice({ path: pathOf(resource, row), undo, message, version: Number(row['version']) });
      } else
        notifications.show({
          message: `${labels.singulars[resource.name as 'tasks']}: ${message}`,
        });
      queries.setQueryData([resource.name, 'get', String(row['id'])], row);
      await queries.invalidateQueries();
    },
  });
}
