import type { Database } from '../storage/database.ts';
import type { Bell } from '../tools/bell.ts';
import type { Clock } from '../tools/clock.ts';
import type { IdFactory } from '../tools/ids.ts';

/** What every use case is given: where rows are, what time it is, and new ids. */
export interface Runtime {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdFactory;
  readonly fillRandom: (bytes: Uint8Array) => Uint8Array;
  /** Rung when something is to be delivered to webhooks. */
  readonly deliveryBell?: Bell;
}
