import type { ResourceDefinition } from '../../model/core/resource.ts';
import type { Database, Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import type { FlockFacts } from '../../storage/records/flocks.ts';
import type { Weighing } from '../../storage/records/weights.ts';
import type { Clock } from '../../tools/clock.ts';
import type { Notifier } from '../../tools/concurrency.ts';
import type { IdFactory } from '../../tools/ids.ts';
import type { ModelGateway } from '../outbound/model-gateway.ts';
import type { TableReader } from '../table-files/read-table.ts';
import type { Actor } from './actor.ts';
import type { PageMaker, ReadCaches } from './read-caches.ts';

/** Dependencies of every use case: database, clock and new IDs. */
export interface Runtime {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdFactory;
  readonly fillRandom: (bytes: Uint8Array) => Uint8Array;
  /** Caches of rows read, valid while those rows are unchanged. */
  readonly caches: ReadCaches;
  /** Renders list pages. */
  readonly makePage: PageMaker;
  /** Reads import files. */
  readonly readTable: TableReader;
  /** Notified when webhook deliveries are due. */
  readonly deliveryNotifier?: Notifier;
  /** Notified when a controller command was approved. */
  readonly commandNotifier?: Notifier;
  /** Notified when people are to be notified. */
  readonly noticeNotifier?: Notifier;
  /** Notified when this instance has written an event. */
  readonly eventNotifier?: Notifier;
  /** Collects farms whose alerts must be evaluated again. */
  readonly changedFarms?: ChangedFarms;
  /** Side effects of row changes. */
  readonly runSideEffects?: SideEffects;
  /** Whether all writes will be rolled back, as in a check: then nothing is reported. */
  readonly isRehearsal?: boolean;
  /** Collects the rows of a bulk call to write them together. */
  readonly collector?: RowCollector;
  /** The configured language model, for questions that the engine cannot answer. */
  readonly model?: ModelGateway;
  /** Counts work for the metrics. */
  readonly tally?: Tally;
}

/** Collects new and changed rows, which are written and reported later in bulk. */
export interface RowCollector {
  add(definition: ResourceDefinition, row: StoredRow): void;
  /** Adds a change; `after` is `before` if nothing has changed. */
  change(definition: ResourceDefinition, rows: ChangedRow): void;
  /** A row that was bulk-loaded and locked for a change. */
  standing(id: string): StoredRow | undefined;
  /** Postpones a side effect until its row is written, to run it for several rows at once. */
  postpone(follow: FollowTogether, touch: RowEvent): void;
  /** The daily logs of a flock's day, including those to be written; undefined if unknown. */
  logsOf(flockId: string, date: string): KnownLogs | undefined;
}

/** A row before and after a change. */
export interface ChangedRow {
  readonly before: StoredRow;
  readonly after: StoredRow;
}

/** Runs side effects for the rows written by one call. */
export type FollowTogether = (runtime: Runtime, touches: readonly RowEvent[]) => Promise<void>;

/** Known data of a flock's day whose lock is taken. */
export interface KnownLogs {
  /** The ID of the day's log. */
  readonly logId: string | undefined;
  /** The flock and its losses before and on the day; undefined once logs were changed. */
  readonly losses:
    | {
        readonly flock: FlockFacts;
        readonly removedBefore: number;
        /** On the day itself, as stored. */
        readonly removedOn: number;
      }
    | undefined;
  /** Weighings of the flock in order of day; undefined once logs were changed. */
  readonly weighings: readonly Weighing[] | undefined;
}

/** Counts work that is not a request. */
export interface Tally {
  webhookAttempt(isDelivered: boolean): void;
  /** An attempt to send a message to a user, by channel kind. */
  noticeAttempt(channel: string, isSent: boolean): void;
  /** A broker connection was established or lost. */
  broker(change: 'connected' | 'lost'): void;
  visionEvents(count: { readonly stored: number; readonly duplicates: number }): void;
  brokerMessages(result: 'received' | 'dropped', count?: number): void;
  /** A run of a scheduled job has ended on this instance. */
  job(name: string, outcome: { readonly seconds: number } | { readonly failed: true }): void;
}

/** An inserted, updated or deleted row, in the transaction of the change. */
export interface RowEvent {
  /** Resource name. */
  readonly resource: string;
  readonly before: StoredRow | undefined;
  readonly after: StoredRow | undefined;
  readonly transaction: Transaction;
  readonly actor: Actor;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The time zone of the farm and its calendar day at `now`. */
  readonly zone: string;
  readonly today: string;
}

/** Runs the side effects of a row change in the same transaction. */
export type SideEffects = (runtime: Runtime, touch: RowEvent) => Promise<void>;

/** A farm with changes in rows that alert rules use. */
export interface ChangedFarm {
  readonly orgId: string;
  readonly farmId: string;
}

/** The farms visible to a caller. */
interface FarmScope {
  readonly orgId: string;
  readonly farmIds: 'all' | readonly string[];
}

/** Evaluates all rules for one farm; never rejects. */
type Evaluate = (farm: ChangedFarm) => Promise<void>;

/** Farms changed since their last evaluation; each is listed once. */
export interface ChangedFarms {
  note(farm: ChangedFarm): void;
  /**
   * Evaluates farms with this function from now on. `onNote` is called for every farm added.
   * Returns a function that ends both.
   */
  evaluateWith(evaluate: Evaluate, onNote: () => void): () => void;
  /**
   * Evaluates the waiting farms one after the other. Farms added meanwhile wait for the next call,
   * as does a farm whose last evaluation was recent and slow: it pauses for four times the
   * duration, at most a minute. Resolves with whether farms are waiting.
   */
  evaluateAll(): Promise<boolean>;
  /**
   * Evaluates the farm, or up to ten farms of the scope, if waiting, and awaits running
   * evaluations: alerts read afterwards are up to date. Does nothing without a judge.
   */
  settle(scope: FarmScope, farmId?: string): Promise<void>;
}

/** Maximum number of farms evaluated for a list; the schedule evaluates the others. */
const MOST_SETTLED = 10;

/** Keeps a large farm writable during an import: most of the time it is not being evaluated. */
const REST_FACTOR = 4;
const LONGEST_REST_MILLIS = 60_000;
/** Shorter pauses are pointless: farms wait about as long anyway. */
const SHORTEST_REST_MILLIS = 1000;

/** Creates the collection, in memory: farms lost in a restart are found within the hour. */
export function createChangedFarms(
  monotonicMillis: () => number = () => performance.now(),
): ChangedFarms {
  const waiting = new Map<string, ChangedFarm>();
  const restsUntil = new Map<string, number>();
  const underWay = new Map<string, { readonly farm: ChangedFarm; readonly end: Promise<void> }>();
  let evaluateFarm: Evaluate | undefined;
  let onNote: (() => void) | undefined;

  const start = (farm: ChangedFarm): Promise<void> => {
    waiting.delete(farm.farmId);
    const before = underWay.get(farm.farmId)?.end ?? Promise.resolve();
    const end = before
      .then(() => evaluateFarm?.(farm))
      .then(() => {
        if (underWay.get(farm.farmId)?.end === end) underWay.delete(farm.farmId);
      });
    underWay.set(farm.farmId, { farm, end });
    return end;
  };

  return {
    note(farm) {
      waiting.set(farm.farmId, farm);
      onNote?.();
    },
    evaluateWith(work, listener) {
      evaluateFarm = work;
      onNote = listener;
      return () => {
        evaluateFarm = undefined;
        onNote = undefined;
      };
    },
    async evaluateAll() {
      for (const [farmId, until] of restsUntil)
        if (monotonicMillis() >= until) restsUntil.delete(farmId);
      // One at a time, so that a caller waiting for a farm can move it to the front.
      for (const farmId of [...waiting.keys()]) {
        const farm = waiting.get(farmId);
        if (!farm || !evaluateFarm || restsUntil.has(farmId)) continue;
        const from = monotonicMillis();
        await start(farm);
        const end = monotonicMillis();
        const restMillis = Math.min(LONGEST_REST_MILLIS, REST_FACTOR * (end - from));
        if (restMillis >= SHORTEST_REST_MILLIS) restsUntil.set(farmId, end + restMillis);
      }
      return waiting.size > 0;
    },
    async settle({ orgId, farmIds }, farmId) {
      if (!evaluateFarm) return;
      const concerns = (farm: ChangedFarm) =>
        farm.orgId === orgId &&
        (farmIds === 'all' || farmIds.includes(farm.farmId)) &&
        (farmId === undefined || farm.farmId === farmId);
      const farms = [...waiting.values()].filter(concerns).slice(0, MOST_SETTLED);
      for (const farm of farms) if (waiting.has(farm.farmId)) await start(farm);
      const otherScans = [...underWay.values()].filter(({ farm }) => concerns(farm));
      await Promise.all(otherScans.slice(0, MOST_SETTLED).map(({ end }) => end));
    },
  };
}
