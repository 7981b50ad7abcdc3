import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventNames } from '../../model/core/resource.ts';
import { buildAddress } from '../api/http.ts';
import { ChangeCollector, type DataChange, isAffected } from './affected.ts';

const FIRST_WAIT_MILLIS = 1000;
const MAX_WAIT_MILLIS = 30_000;
/** Data fetched while the page was loading is not refetched for the first stream. */
const FRESH_MILLIS = 1000;

/**
 * Keeps displayed data current: queries affected by an event are refetched. Returns whether the
 * stream is open; a lost stream is reopened repeatedly.
 */
export function useLiveData(): 'connecting' | 'connected' | 'lost' {
  const queries = useQueryClient();
  const [state, setState] = useState<'connecting' | 'connected' | 'lost'>('connecting');
  useEffect(() => {
    let startedAt: number | undefined = Date.now() - FRESH_MILLIS;
    const collector = new ChangeCollector((changes) => {
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => isAffected(queryKey, changes),
      });
    });
    const close = openStream({
      onEvent: (changes) => collector.add(changes),
      onState: (next) => {
        setState(next);
        if (next === 'lost') startedAt = undefined;
        // Events during a lost connection, or before the first one, are unknown.
        else if (startedAt === undefined) collector.add('all');
        else readAgainOlderThan(queries, startedAt);
      },
    });
    return () => {
      close();
      collector.end();
    };
  }, [queries]);
  return state;
}

function readAgainOlderThan(queries: QueryClient, instant: number): void {
  void queries.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt < instant });
}

/** Opens the event stream, and reopens it after each loss; the returned function closes it. */
function openStream(listener: {
  onEvent(changes: DataChange): void;
  onState(state: 'connected' | 'lost'): void;
}): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MILLIS;
  const open = () => {
    const stream = new EventSource(buildAddress({ path: '/os/events/stream' }));
    source = stream;
    stream.addEventListener('ready', () => {
      wait = FIRST_WAIT_MILLIS;
      listener.onState('connected');
    });
    for (const event of eventNames) {
      stream.addEventListener(event, ({ data }: MessageEvent<string>) =>
        listener.onEvent({ event, farmId: farmOf(data) }),
      );
    }
    stream.addEventListener('reset', () => listener.onEvent('all'));
    stream.onerror = () => {
      stream.close();
      listener.onState('lost');
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, MAX_WAIT_MILLIS);
    };
  };
  open();
  return () => {
    source?.close();
    clearTimeout(timer);
  };
}

/** The farm of an event; undefined for an event of the whole organisation. */
function farmOf(data: string): string | undefined {
  const { farmId } = JSON.parse(data) as { readonly farmId?: string | null };
  return farmId ?? undefined;
}
