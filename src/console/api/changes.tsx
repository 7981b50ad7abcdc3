import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResourceName, Row, Update } from '../../model/resources/registry.ts';
import { useLanguage } from '../i18n/language.tsx';
import type { TextName } from '../i18n/texts.ts';
import { callApi } from './http.ts';
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
const UNDO_MILLIS = 10_000;

/** Changes a record, says so, and offers to take the change back. */
export function useChange<N extends ResourceName>() {
  const queries = useQueryClient();
  const { wording } = useLanguage();
  const { text, language } = wording;
  const patch = (resource: N, id: string, body: Update<N>, idempotencyKey: string) =>
    callApi({
      method: 'PATCH',
      path: `/${resource}/${encodeURIComponent(id)}`,
      body,
      idempotencyKey,
      language,
    }) as Promise<Row<N>>;
  const sayFailure = (error: Error) =>
    notifications.show({
      color: 'red',
      message: text('action.failed', { reason: error.message }),
      autoClose: false,
    });
  return useMutation({
    mutationFn: ({ change, key }: { readonly change: Change<N>; readonly key: string }) =>
      patch(change.resource, change.id, change.body, key),
    retry: (failures, error) => failures < RETRIES && isPassing(error),
    retryDelay: (failures, error) => retryMillis(error) ?? 1000 * 2 ** failures,
    onError: sayFailure,
    onSuccess: (_, { change }) => {
      const id = `undo-${change.id}`;
      const takeBack = () => {
        notifications.hide(id);
        patch(change.resource, change.id, change.undo, crypto.randomUUID())
          .catch(sayFailure)
          .finally(() => queries.invalidateQueries());
      };
      notifications.show({
        id,
        autoClose: UNDO_MILLIS,
        message: <Undo said={text(change.said, { title: change.title })} onUndo={takeBack} />,
      });
    },
    onSettled: () => queries.invalidateQueries(),
  });
}

function Undo(props: { readonly said: string; readonly onUndo: () => void }) {
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
