import type { Database, Transaction } from '../storage/database.ts';
import type { StoredRow } from '../storage/records/stored-row.ts';
import type { Bell } from '../tools/bell.ts';
import type { Clock } from '../tools/clock.ts';
import { createIdFactory, type IdFactory, inPortions, secureRandom } from '../tools/ids.ts';
import type { Actor } from './access/actor.ts';
import type { ModelDesk } from './ask/model/model-desk.ts';
import type { ChangedFarms } from './brain/changed-farms.ts';
import { readTable, type TableReader } from './import/read/read-table.ts';
import { createKeptReads, type KeptReads } from './kept-reads.ts';
import { makePage, type PageMaker } from './records/make-page.ts';

/** What every use case is given: where rows are, what time it is, and new ids. */
export interface Runtime {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdFactory;
  readonly fillRandom: (bytes: Uint8Array) => Uint8Array;
  /** What was read and is kept for as long as its rows stay as they are. */
  readonly kept: KeptReads;
  /** Makes the pages of lists. */
  readonly makePage: PageMaker;
  /** Reads the files of imports. */
  readonly readTable: TableReader;
  /** Rung when something is to be delivered to webhooks. */
  readonly deliveryBell?: Bell;
  /** Rung when a command to a controller was approved. */
  readonly commandBell?: Bell;
  /** Rung when this instance has written an event. */
  readonly eventBell?: Bell;
  /** Told of farms whose alerts are to be judged again. */
  readonly changedFarms?: ChangedFarms;
  /** What follows from rows that change. */
  readonly followUp?: FollowUp;
  /** Whether all that is written is undone again, as a check does: then nothing is told of it. */
  readonly isRehearsal?: boolean;
  /** The language model that the operator has chosen, for questions that the engine leaves open. */
  readonly model?: ModelDesk;
}

/** What use cases need at the least, on an open database. */
export function createRuntime(database: Database, clock: Clock): Runtime {
  const kept = createKeptReads(database);
  return {
    database,
    clock,
    ids: createIdFactory(() => clock.now(), inPortions(secureRandom)),
    fillRandom: secureRandom,
    kept,
    makePage: (connection, request) => makePage(connection, request, kept.zones),
    readTable,
  };
}

/** A row that came, changed or went, in the transaction of the change. */
export interface RowTouch {
  /** The name of the resource. */
  readonly resource: string;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
  readonly transaction: Transaction;
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The zone of the farm and its calendar day at `now`. */
  readonly zone: string;
  readonly today: string;
}

/** Does what follows from a row that changed, in the same transaction. */
export type FollowUp = (runtime: Runtime, touch: RowTouch) => Promise<void>;
