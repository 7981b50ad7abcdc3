import type { Socket } from 'node:net';
import { limits } from '../model/limits.ts';

/** Why a request is not begun: too many of its caller wait, too many wait in all, or it waited too long. */
type Refusal = 'caller' | 'all' | 'late';

/** A request that has just arrived. */
interface Arrival {
  readonly caller: string;
  readonly socket: Pick<Socket, 'destroyed'>;
  /** Called once, at once or in a later turn; not at all when the connection has ended by then. */
  begin(refusal: Refusal | undefined): void;
}

interface Waiting extends Arrival {
  readonly since: number;
}

/** Told of each new connection. */
interface Listener {
  on(event: 'connection', listener: () => void): unknown;
}

/** Requests that one turn of the event loop begins at most, within `limits.sliceMillis`. */
const MOST_PER_TURN = 16;
/** A crowd connects when so many turns in a row have accepted a connection. */
const CROWD = 8;
/** Connections of a crowd that are accepted between two turns that begin requests. */
const ACCEPTED_BETWEEN = 64;

/**
 * Spreads the requests of a crowd over turns of the event loop, so that probes are answered between
 * them; callers take turns, so that one with many requests delays mostly itself. Node accepts one
 * new connection in each turn. While a crowd connects, most turns begin no requests: a crowd that
 * connects is accepted within moments, where each connection would otherwise wait for the requests
 * of all before it. It is counted in connections, not in time, since commits take time as well.
 */
export function createAdmission(
  server: Listener,
  waitMillis: number = limits.requestWaitMillis,
): { enter(arrival: Arrival): void } {
  const queues = createQueues();
  const turnMillis = createTurnWatch();
  const isCrowdConnecting = watchConnections(server);
  let isScheduled = false;
  let isWorking = false;
  let turnStart = 0;
  let toAccept = ACCEPTED_BETWEEN;
  const beginTurn = () => {
    turnStart = performance.now();
    isWorking = toAccept === 0 || !isCrowdConnecting();
    toAccept = isWorking ? ACCEPTED_BETWEEN : toAccept - 1;
  };
  const step = () => {
    const now = performance.now();
    if (!isWorking || now - turnStart > limits.sliceMillis) return;
    const next = queues.next();
    next?.begin(now - next.since > waitMillis ? 'late' : undefined);
  };
  const endTurn = () => {
    isScheduled = false;
    if (queues.total() > 0) schedule();
  };
  // A step for each request: what one does in promises is done when the next one reads the clock.
  const schedule = () => {
    isScheduled = true;
    setImmediate(beginTurn);
    for (let count = 0; count < MOST_PER_TURN; count++) setImmediate(step);
    setImmediate(endTurn);
  };
  return {
    enter(arrival) {
      const waiting = queues.total();
      const isFree = waiting === 0 && turnMillis() < limits.eventLoopTurnMillis;
      if (isFree && !isCrowdConnecting()) return arrival.begin(undefined);
      if (queues.of(arrival.caller) >= limits.requestsWaitingPerKey) return arrival.begin('caller');
      if (waiting >= limits.requestsWaiting) return arrival.begin('all');
      queues.add({ ...arrival, since: performance.now() });
      if (!isScheduled) schedule();
    },
  };
}

/** A queue for each caller; they are served in rotation. */
function createQueues() {
  const queues = new Map<string, Waiting[]>();
  let total = 0;
  const take = (caller: string, queue: Waiting[]) => {
    const first = queue.shift();
    total -= 1;
    // The caller goes behind all others.
    queues.delete(caller);
    if (queue.length > 0) queues.set(caller, queue);
    return first;
  };
  return {
    total: () => total,
    of: (caller: string) => queues.get(caller)?.length ?? 0,
    add(request: Waiting) {
      total += 1;
      const queue = queues.get(request.caller);
      if (queue) queue.push(request);
      else queues.set(request.caller, [request]);
    },
    /** The first that has not hung up. */
    next(): Waiting | undefined {
      for (const [caller, queue] of queues) {
        const first = take(caller, queue);
        if (first && !first.socket.destroyed) return first;
      }
      return undefined;
    },
  };
}

/** Tells whether each of the last turns has accepted a connection. */
function watchConnections(server: Listener): () => boolean {
  let inARow = 0;
  let seen = 0;
  const look = () => {
    if (inARow === seen) inARow = 0;
    else setImmediate(look);
    seen = inARow;
  };
  server.on('connection', () => {
    if (inARow === 0) setImmediate(look);
    inARow += 1;
  });
  return () => inARow >= CROWD;
}

/** Tells how long the requests of this turn of the event loop have been taking. */
function createTurnWatch(): () => number {
  let start: number | undefined;
  return () => {
    if (start === undefined) {
      start = performance.now();
      setImmediate(() => {
        start = undefined;
      });
    }
    return performance.now() - start;
  };
}
