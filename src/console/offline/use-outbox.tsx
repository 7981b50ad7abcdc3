import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { meQuery } from '../api/answers.ts';
import { outbox } from './device.ts';
import { entriesOf, firstSendable, type OutboxEntry } from './outbox.ts';

const FIRST_WAIT_MILLIS = 2000;
const MAX_WAIT_MILLIS = 30_000;

/** The author of writes; the holder of a key counts as one. */
export function useWriter(): string | undefined {
  const { data } = useQuery(meQuery);
  return data === undefined ? undefined : (data.user?.id ?? `key of ${data.org.id}`);
}

/** The entries on the device at the last read. */
let entries: readonly OutboxEntry[] = [];
const listeners = new Set<() => void>();

function readEntries(): void {
  outbox.all().then(
    (found) => {
      entries = found;
      for (const listener of listeners) listener();
    },
    () => {},
  );
}

outbox.subscribe(readEntries);

function listen(listener: () => void): () => void {
  if (listeners.size === 0) readEntries();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The person's unsent writes on this device, the oldest first. */
export function useOutbox(): readonly OutboxEntry[] {
  const writer = useWriter();
  const current = useSyncExternalStore(listen, () => entries);
  return useMemo(() => entriesOf(current, writer), [current, writer]);
}

/** The unsent write of a record on this device. */
export function useWaiting(lane: string): OutboxEntry | undefined {
  return useOutbox().find((entry) => entry.lane === lane);
}

/**
 * Sends unsent writes: immediately, when the network returns, and repeatedly until none are left.
 */
export function useDelivery(): void {
  const writer = useWriter();
  const queries = useQueryClient();
  useEffect(() => {
    if (writer === undefined) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let wait = FIRST_WAIT_MILLIS;
    let isEnded = false;
    let isBusy = false;
    let isAskedAgain = false;
    const deliver = async () => {
      const isAny = firstSendable(await outbox.list(writer)) !== undefined;
      if (!isAny) return;
      const delivery = await outbox.flush(writer);
      void queries.invalidateQueries();
      if (delivery === 'sent') wait = FIRST_WAIT_MILLIS;
      else retry();
    };
    const retry = () => {
      if (isEnded) return;
      clearTimeout(timer);
      timer = setTimeout(start, wait);
      wait = Math.min(wait * 2, MAX_WAIT_MILLIS);
    };
    const start = () => {
      isAskedAgain = isBusy;
      if (isBusy || isEnded) return;
      isBusy = true;
      deliver()
        .catch(retry)
        .finally(() => {
          isBusy = false;
          if (isAskedAgain) start();
        });
    };
    const now = () => {
      wait = FIRST_WAIT_MILLIS;
      start();
    };
    start();
    const added = outbox.subscribe(start);
    window.addEventListener('online', now);
    return () => {
      isEnded = true;
      clearTimeout(timer);
      added();
      window.removeEventListener('online', now);
    };
  }, [writer, queries]);
}
