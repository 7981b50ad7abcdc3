import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useLanguage } from '../i18n/language.tsx';
import { type Call, callApi } from './http.ts';
import { isPassing, retryMillis } from './queries.ts';

const RETRIES = 3;

/** Retry settings of writes when the service is busy or unreachable; all attempts share one key. */
export const RETRYING = {
  retry: (failures: number, error: Error) => failures < RETRIES && isPassing(error),
  retryDelay: (failures: number, error: Error) => retryMillis(error) ?? 1000 * 2 ** failures,
};

const UNDO_MILLIS = 10_000;

/** A completed change, and the body of the request that undoes it. */
interface Undoable {
  readonly path: string;
  readonly undo: unknown;
  readonly message: string;
  /** The version after the change; the undo is rejected if there is a later one. */
  readonly version?: number;
}

/** Reports a change and offers to undo it for ten seconds. */
export function useUndoNotice(): (change: Undoable) => void {
  const offer = useUndoOffer();
  return ({ path, undo, message, version }) =>
    offer(path, message, {
      method: 'PATCH',
      path,
      body: undo,
      ...(version === undefined ? {} : { version }),
    });
}

/** Reports a completed change, and offers the call that undoes it for ten seconds. */
export function useUndoOffer(): (subject: string, message: string, undo: Call) => void {
  const queries = useQueryClient();
  const notifyFailure = useFailureNotice();
  return (subject, message, undo) => {
    const id = `undo-${subject}`;
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
      message: <Undo message={message} onUndo={takeBack} />,
    });
  };
}

/** Reports that a change failed, with the reason in the language of the console. */
export function useFailureNotice(): (error: unknown) => void {
  const { wording } = useLanguage();
  return (error) => {
    const show = (reason: string) =>
      notifications.show({
        color: 'red',
        message: wording.text('action.failed', { reason }),
        autoClose: false,
      });
    // Without a network the error texts may not have been loaded yet.
    void import('./error-texts.ts')
      .then(({ loadErrorTexts }) => loadErrorTexts(wording))
      .then(
        (texts) => show(texts.ofError(error)),
        () => show(wording.text('error.unreachable')),
      );
  };
}

function Undo(props: { readonly message: string; readonly onUndo: () => void }): ReactNode {
  const { wording } = useLanguage();
  return (
    <span className="undo">
      <bdi>{props.message}</bdi>
      <button type="button" onClick={props.onUndo}>
        {wording.text('action.undo')}
      </button>
    </span>
  );
}
