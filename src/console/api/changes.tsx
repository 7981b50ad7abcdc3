import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ResourceName, Row, Update } from '../../model/resources/registry.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { TextName } from '../i18n/texts.ts';
import { loadErrorTexts } from './error-texts.ts';
import { type Call, callApi } from './http.ts';
import { isPassing, retryMillis } from './queries.ts';

/** A change of one record that can be taken back. */
export interface Change<N extends ResourceName> {
  readonly resource: N;
  readonly id: string;
  readonly body: Update<N>;
  /** What takes it back. */
  readonly undo: Update<N>;
  /** What is said when it is done; filled in with the title. */
  readonly said: TextName;
  readonly title: string;
}

const RETRIES = 3;

/** How writes are repeated when the service is busy or out of reach; each carries one key. */
export const RETRYING = {
  retry: (failures: number, error: Error) => failures < RETRIES && isPassing(error),
  retryDelay: (failures: number, error: Error) => retryMillis(error) ?? 1000 * 2 ** failures,
};

const UNDO_MILLIS = 10_000;

/** Changes a record, says so, and offers to take the change back. */
export function useChange<N extends ResourceName>() {
  const queries = useQueryClient();
  const { text } = useLanguage().wording;
  const notifyUndo = useUndoNotice();
  const notifyFailure = useFailureNotice();
  return useMutation({
    mutationFn: ({ change, key }: { readonly change: Change<N>; readonly key: string }) =>
      callApi({
        method: 'PATCH',
        path: pathOf(change),
        body: change.body,
        idempotencyKey: key,
      }) as Promise<Row<N>>,
    ...RETRYING,
    onError: notifyFailure,
    onSuccess: (_, { change }) =>
      notifyUndo({
        path: pathOf(change),
        undo: change.undo,
        said: text(change.said, { title: change.title }),
      }),
    onSettled: () => queries.invalidateQueries(),
  });
}

function pathOf({ resource, id }: { readonly resource: string; readonly id: string }): string {
  return `/${resource}/${encodeURIComponent(id)}`;
}

/** A change that was made, and the body of the request that takes it back. */
interface Undoable {
  readonly path: string;
  readonly undo: unknown;
  readonly said: string;
  /** The version that the change made; the undo is refused where there is a later one. */
  readonly version?: number;
}

/** Reports a change and offers to undo it for ten seconds. */
export function useUndoNotice(): (change: Undoable) => void {
  const offer = useUndoOffer();
  return ({ path, undo, said, version }) =>
    offer(path, said, {
      method: 'PATCH',
      path,
      body: undo,
      ...(version === undefined ? {} : { version }),
    });
}

/** Says what was done about something, and offers the call that takes it back for ten seconds. */
export function useUndoOffer(): (about: string, said: string, undo: Call) => void {
  const queries = useQueryClient();
  const notifyFailure = useFailureNotice();
  return (about, said, undo) => {
    const id = `undo-${about}`;
    const takeBack = () => {
      notifications.hide(id);
      callApi(undo)
        .catch(notifyFailure)
        .finally(() => queries.invalidateQueries());
    };
    notifications.hide(id);
    notifications.show({
      id,
      autoClose: UNDO_MILLIS,
      message: <Undo said={said} onUndo={takeBack} />,
    });
  };
}

/** Reports that a change failed, with the reason in the language of the console. */
function useFailureNotice(): (error: unknown) => void {
  const { wording } = useLanguage();
  return (error) => {
    const show = (reason: string) =>
      notifications.show({
        color: 'red',
        message: wording.text('action.failed', { reason }),
        autoClose: false,
      });
    // Without a network the texts of errors may not have arrived yet.
    void loadErrorTexts(wording).then(
      (texts) => show(texts.ofError(error)),
      () => show(wording.text('error.unreachable')),
    );
  };
}

function Undo(props: { readonly said: string; readonly onUndo: () => void }): ReactNode {
  const { wording } = useLanguage();
  return (
    <span className="undo">
      <bdi>{props.said}</bdi>
      <button type="button" onClick={props.onUndo}>
        {wording.text('action.undo')}
      </button>
    </span>
  );
}
