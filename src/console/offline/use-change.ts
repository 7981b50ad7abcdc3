import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResourceName, Update } from '../../model/resources/registry.ts';
import { RETRYING, useFailureNotice, useUndoNotice } from '../api/changes.tsx';
import { callApi, Unreachable } from '../api/http.ts';
import { useText } from '../i18n/language.tsx';
import type { TextName } from '../i18n/texts.ts';
import { outbox } from './device.ts';
import { laneOfRecord } from './outbox.ts';
import { useWriter } from './use-outbox.tsx';

/** A change of one record that can be undone. */
export interface Change<N extends ResourceName> {
  readonly resource: N;
  readonly id: string;
  /** Version of the record that the change is based on, where known. */
  readonly version?: number;
  readonly body: Update<N>;
  /** The change that undoes it. */
  readonly undo: Update<N>;
  /** The text of the notification; its parameter is the title. */
  readonly messageName: TextName;
  readonly title: string;
}

/**
 * Changes a record, reports it, and offers to undo the change. Without a network the change is
 * stored on the device under the same key and sent later.
 */
export function useChange<N extends ResourceName>() {
  const queries = useQueryClient();
  const text = useText();
  const writer = useWriter();
  const notifyUndo = useUndoNotice();
  const notifyFailure = useFailureNotice();
  return useMutation({
    mutationFn: async ({ change, key }: { readonly change: Change<N>; readonly key: string }) => {
      const { resource, id, body, undo, version, title } = change;
      const call = { method: 'PATCH', path: pathOf(change), body } as const;
      try {
        await callApi({ ...call, idempotencyKey: key });
        return 'sent';
      } catch (error) {
        if (!(error instanceof Unreachable) || writer === undefined) throw error;
        const base = { ...undo };
        const storedCall = { ...call, ...(version === undefined ? {} : { version, base }) };
        await outbox.add(writer, {
          id: key,
          lane: laneOfRecord(resource, id),
          title,
          call: storedCall,
        });
        return 'kept';
      }
    },
    ...RETRYING,
    onError: notifyFailure,
    onSuccess: (outcome, { change }) => {
      if (outcome === 'kept') return void notifications.show({ message: text('outbox.kept') });
      const messageName = text(change.messageName, { title: change.title });
      notifyUndo({ path: pathOf(change), undo: change.undo, message: messageName });
    },
    onSettled: () => queries.invalidateQueries(),
  });
}

function pathOf({ resource, id }: { readonly resource: string; readonly id: string }): string {
  return `/${resource}/${encodeURIComponent(id)}`;
}
