import { limits } from '../../model/limits.ts';
import { type IntegrationFeed, listFeeds } from '../../storage/system/integration-feeds.ts';
import type { Runtime } from '../runtime.ts';
import type { Connections } from './connections.ts';
import { fetchPayload } from './fetch-payload.ts';
import { type Heard, reasonOf, takeIn } from './poll-feed.ts';

/** What polling depends on. */
export interface FeedPoll {
  readonly runtime: Runtime;
  readonly connections: Connections;
  /** Ends what is under way. */
  readonly signal: AbortSignal;
  /** Told of every integration that could not be read. */
  readonly onFailure: (integrationId: string, error: unknown) => void;
}

const MINUTE_MILLIS = 60_000;
/** The looks of a schedule are a minute apart, more or less. */
const SLACK_MILLIS = 20_000;

/**
 * Polls every integration that is due, a few at a time, and stores what is new; returns how many
 * were asked. What fails is noted on the integration; throws only when the database does.
 */
export async function pollFeeds(poll: FeedPoll): Promise<number> {
  const { runtime, signal } = poll;
  const now = runtime.clock.now();
  const waiting = (await listFeeds(runtime.database, 'http')).filter((feed) => isDue(feed, now));
  let asked = 0;
  const work = async () => {
    for (let feed = waiting.shift(); feed && !signal.aborted; feed = waiting.shift()) {
      asked++;
      await pollOne(poll, feed);
    }
  };
  await Promise.all(Array.from({ length: limits.integrationsAtOnce }, work));
  return asked;
}

/** Whether its interval has passed since it was polled, however that ended. */
function isDue(
  { lastPollAt, pollMinutes }: Pick<IntegrationFeed, 'lastPollAt' | 'pollMinutes'>,
  now: number,
): boolean {
  if (lastPollAt === null) return true;
  const passed = now - Date.parse(lastPollAt);
  const interval = (pollMinutes ?? limits.integrationPollMinutes) * MINUTE_MILLIS;
  // A clock that was set back must not keep it waiting.
  return passed < 0 || passed >= interval - SLACK_MILLIS;
}

async function pollOne(poll: FeedPoll, feed: IntegrationFeed): Promise<void> {
  const { runtime, signal } = poll;
  const heard = await hear(poll, feed);
  // An attempt that was broken off says nothing about the other side.
  if (signal.aborted) return;
  const now = runtime.clock.now();
  const taken = await runtime.database.transaction((transaction) =>
    takeIn(runtime, transaction, { feed, heard, now }),
  );
  if (taken?.error && heard.payloads !== null) {
    poll.onFailure(feed.integrationId, new Error(taken.error));
  }
}

async function hear(poll: FeedPoll, feed: IntegrationFeed): Promise<Heard> {
  const { runtime, connections, signal, onFailure } = poll;
  try {
    const text = await fetchPayload(connections, feed, signal);
    return { payloads: [{ text, at: runtime.clock.now() }] };
  } catch (error) {
    if (!signal.aborted) onFailure(feed.integrationId, error);
    return { payloads: null, error: reasonOf(error) };
  }
}
