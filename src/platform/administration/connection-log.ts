import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import { FarmError } from '../../model/core/errors.ts';
import type { Database } from '../../storage/core/database.ts';

/** External systems, with the messages for a lost and a restored connection. */
const MESSAGES = {
  integration: ['an integration could not be read', 'an integration can be read again'],
  broker: ['a broker could not be listened to', 'a broker is listened to again'],
  weather: ['the weather of a farm could not be read', 'the weather of a farm can be read again'],
  mail: ['the mail server takes no messages', 'the mail server takes messages again'],
  telegram: ['Telegram takes no messages', 'Telegram takes messages again'],
  model: ['a model gave no answer', 'a model answers again'],
  provider: ['a sign-in at the provider failed', 'sign-ins at the provider succeed again'],
} as const;

type Kind = keyof typeof MESSAGES;
type Names = Readonly<Record<string, string>>;

/** Logs lost and restored connections to external systems. */
export interface ConnectionLog {
  /** Records a failed call: logs the first failure, and later ones with a different reason. */
  lost(kind: Kind, names: Names, error: unknown): void;
  /** Records a successful call: logged if the previous one failed. */
  back(kind: Kind, names: Names): void;
}

/** Maximum number of failures stored until a call succeeds. */
const MOST_LOST = 1000;

/** Creates the log of this instance; other instances have their own. */
export function createConnectionLog(log: Logger): ConnectionLog {
  const failures = new LRUCache<string, { readonly since: number; readonly reason: string }>({
    max: MOST_LOST,
  });
  const keyOf = (kind: Kind, names: Names) => JSON.stringify([kind, names]);
  return {
    lost(kind, names, error) {
      const key = keyOf(kind, names);
      const before = failures.get(key);
      const reason = error instanceof Error ? error.message : String(error);
      if (before?.reason === reason) return;
      failures.set(key, { since: before?.since ?? performance.now(), reason });
      log.warn({ ...names, reason }, MESSAGES[kind][0]);
    },
    back(kind, names) {
      const key = keyOf(kind, names);
      const before = failures.get(key);
      if (!before) return;
      failures.delete(key);
      const seconds = Math.round((performance.now() - before.since) / 100) / 10;
      log.info({ ...names, seconds }, MESSAGES[kind][1]);
    },
  };
}

/** Logs database outages and recoveries. */
export interface DatabaseOutages {
  /** Whether an error is a database outage; an outage is logged once, when it begins. */
  covers(error: unknown): boolean;
  stop(): void;
}

/** Errors that indicate an outage; a busy database is not one. */
const OUTAGES: ReadonlySet<string> = new Set([
  'database_unreachable',
  'database_failing',
  'database_full',
  'database_read_only',
]);
const LOOK_MILLIS = 1000;

/** Logs the first error of an outage, then polls the database every second until it responds. */
export function watchDatabase(
  database: Pick<Database, 'ping'>,
  log: Logger,
  lookMillis = LOOK_MILLIS,
): DatabaseOutages {
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const poll = async (startedAt: number) => {
    try {
      await database.ping();
      if (since !== startedAt) return;
      since = undefined;
      const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
      log.info({ seconds }, 'the database answers again');
    } catch {
      if (since === startedAt) wait(startedAt);
    }
  };
  const wait = (startedAt: number) => {
    timer = setTimeout(() => void poll(startedAt), lookMillis);
    timer.unref();
  };
  return {
    covers(error) {
      if (!(error instanceof FarmError) || !OUTAGES.has(error.code ?? '')) return false;
      if (since !== undefined) return true;
      since = performance.now();
      const { code, cause } = error;
      log.warn(
        { code, err: cause },
        'the database does not answer; requests that need it are refused',
      );
      wait(since);
      return true;
    },
    stop() {
      since = undefined;
      clearTimeout(timer);
    },
  };
}
