import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { eventNames } from '../../model/core/resource.ts';
import { addressOf } from '../api/http.ts';

/** Many events at once are one reason to read again. */
const GATHER_MILLIS = 500;
const FIRST_WAIT_MILLIS = 1000;
const LONGEST_WAIT_MILLIS = 30_000;

/**
 * Keeps what is shown current: what the event stream tells makes the answers on the screen be read
 * again. Returns whether the stream is open; a lost one is opened again and again.
 */
export function useLiveData(): 'connecting' | 'connected' | 'lost' {
  const queries = useQueryClient();
  const [state, setState] = useState<'connecting' | 'connected' | 'lost'>('connecting');
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void queries.invalidateQueries();
      }, GATHER_MILLIS);
    };
    const close = openStream({
      onEvent: readAgain,
      onState: (next) => {
        setState(next);
        // What happened while the stream was lost is unknown.
        if (next === 'connected') readAgain();
      },
    });
    return () => {
      close();
      clearTimeout(timer);
    };
  }, [queries]);
  return state;
}

/** Opens the event stream, again after each loss; the function that is returned ends it. */
function openStream(told: {
  onEvent(): void;
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
    for (const name of [...eventNames, 'reset']) stream.addEventListener(name, told.onEvent);
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
