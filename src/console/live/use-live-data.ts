import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventNames } from '../../model/core/resource.ts';
import { addressOf } from '../api/http.ts';
import { Gathering, type Happened, isConcerned } from './concerned.ts';

const FIRST_WAIT_MILLIS = 1000;
const LONGEST_WAIT_MILLIS = 30_000;
/** What was read while the page was being loaded is not read again for the first stream. */
const JUST_READ_MILLIS = 1000;

/**
 * Keeps what is shown current: the answers on the screen that an event concerns are read again. Returns whether the stream is open; a lost one is opened again and again.
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
        // What happened while the stream was lost is unknown; at first, what happened before it began.
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

/** Opens the event stream, again after each loss; the function that is returned ends it. */
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

/** The farm of an event; undefined for one of the whole organisation. */
function farmOf(data: string): string | undefined {
  const { farmId } = JSON.parse(data) as { readonly farmId?: string | null };
  return farmId ?? undefined;
}
