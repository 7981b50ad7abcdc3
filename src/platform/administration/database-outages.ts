import type { Logger } from 'pino';
import { FarmError } from '../../model/core/errors.ts';
import type { Database } from '../../storage/core/database.ts';

/** Reports in the log when the database is lost, and when it is back. */
export interface DatabaseOutages {
  /** Whether an error is an outage of the database: that is logged once, when it begins. */
  covers(error: unknown): boolean;
  stop(): void;
}

/** Errors that mean an outage; that it is busy passes by itself. */
const OUTAGES: ReadonlySet<string> = new Set([
  'database_unreachable',
  'database_failing',
  'database_full',
  'database_read_only',
]);
const LOOK_MILLIS = 1000;

/** Logs the first error of an outage; then asks the database each second until it answers again. */
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
