import type { Logger } from 'pino';
import type { Database } from '../../storage/core/database.ts';

/** Reports in the log when the database is lost, and when it is back. */
export interface DatabaseOutages {
  /** Told of every refusal of a request by its code. */
  refused(code: string): void;
  stop(): void;
}

/** Refusals that mean an outage; that it is busy passes by itself. */
const OUTAGES: ReadonlySet<string> = new Set([
  'database_unreachable',
  'database_failing',
  'database_full',
  'database_read_only',
]);
const LOOK_MILLIS = 1000;

/** Logs the first refusal of an outage; then asks the database each second until it answers again. */
export function watchDatabase(
  database: Pick<Database, 'ping'>,
  log: Logger,
  lookMillis = LOOK_MILLIS,
): DatabaseOutages {
  let since: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  const look = async (begun: number) => {
    try {
      await database.ping();
      if (since !== begun) return;
      since = undefined;
      const seconds = Math.round((performance.now() - begun) / 100) / 10;
      log.info({ seconds }, 'the database answers again');
    } catch {
      if (since === begun) wait(begun);
    }
  };
  const wait = (begun: number) => {
    timer = setTimeout(() => void look(begun), lookMillis);
    timer.unref();
  };
  return {
    refused(code) {
      if (since !== undefined || !OUTAGES.has(code)) return;
      since = performance.now();
      log.warn({ code }, 'the database does not answer; requests that need it are refused');
      wait(since);
    },
    stop() {
      since = undefined;
      clearTimeout(timer);
    },
  };
}
