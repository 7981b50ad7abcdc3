import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventNames } from '../../model/core/resource.ts';
import { addressOf } from '../api/http.ts';
import { Gathering, type Happened, isConcerned } from './concerned.ts';

const FIRST_WAIT_MILLIS = 1000;
const LONGEST_WAIT_MILLIS = 30_000;
/** Data fetched while the page was loading is not refetched for the first stream. */
const JUST_READ_MILLIS = 1000;

/**
 * Keeps displayed data current: queries affected by an event are refetched. Returns whether the
 * stream is open; a lost stream is reopened repeatedly.
 */
export function useLiveData(): 'connecting' | 'connected' | 'lost' {
  const queries = useQueryClient();
  const [state, setState] = useState<'connecting' | 'connected' | 'lost'>('connecting');
  useEffect(() => {
    let begun: number | undefined = Date.now() - JUST_READ_MILLIS;
    const gathering = new Gathering((happened) => {
      void queries.invalidateQueries({
        predicate: ({ queryKey }) => isConcerned(queryKey, happened),
      });
    });
    const close = openStream({
      onEvent: (happened) => gathering.add(happened),
      onState: (next) => {
        setState(next);
        if (next === 'lost') begun = undefined;
        // Events during a lost connection, or before the first one, are unknown.
        else if (begun === undefined) gathering.add('all');
        else readAgainOlderThan(queries, begun);
      },
    });
    return () => {
      close();
      gathering.end();
    };
  }, [queries]);
  return state;
}

function readAgainOlderThan(queries: QueryClient, instant: number): void {
  void queries.invalidateQueries({ predicate: ({ state }) => state.dataUpdatedAt < instant });
}

/** Opens the event stream, and reopens it after each loss; the returned function closes it. */
function openStream(told: {
  onEvent(happened: Happened): void;
  onState(state: 'connected' | 'lost'): void;
}): () => void {
  let source: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let wait = FIRST_WAIT_MILLIS;
  const open = () => {
    const stream = new EventSource(addressOf({ path: '/os/events/stream' }));
    source = stream;
    stream.addEventListener('ready', () => {
      wait = FIRST_WAIT_MILLIS;
      told.onState('connected');
    });
    for (const event of eventNames) {
      stream.addEventListener(event, ({ data }: MessageEvent<string>) =>
        told.onEvent({ event, farmId: farmOf(data) }),
      );
    }
    stream.addEventListener('reset', () => told.onEvent('all'));
    stream.onerror = () => {
      stream.close();
      told.onState('lost');
      timer = setTimeout(open, wait);
      wait = Math.min(wait * 2, LONGEST_WAIT_MILLIS);
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
