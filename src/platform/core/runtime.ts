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

/** What every use case is given: where rows are, what time it is, and new ids. */
export interface Runtime {
  readonly database: Database;
  readonly clock: Clock;
  readonly ids: IdFactory;
  readonly fillRandom: (bytes: Uint8Array) => Uint8Array;
  /** What was read and is kept for as long as its rows stay as they are. */
  readonly kept: ReadCaches;
  /** Makes the pages of lists. */
  readonly makePage: PageMaker;
  /** Reads the files of imports. */
  readonly readTable: TableReader;
  /** Rung when something is to be delivered to webhooks. */
  readonly deliveryNotifier?: Notifier;
  /** Rung when a command to a controller was approved. */
  readonly commandNotifier?: Notifier;
  /** Rung when people are to be notified. */
  readonly noticeNotifier?: Notifier;
  /** Rung when this instance has written an event. */
  readonly eventNotifier?: Notifier;
  /** Told of farms whose alerts are to be judged again. */
  readonly changedFarms?: ChangedFarms;
  /** What follows from rows that change. */
  readonly runSideEffects?: SideEffects;
  /** Whether all that is written is undone again, as a check does: then nothing is told of it. */
  readonly isRehearsal?: boolean;
  /** Takes rows of a call that writes many, to write them together. */
  readonly collector?: RowCollector;
  /** The language model that the operator has chosen, for questions that the engine leaves open. */
  readonly model?: ModelGateway;
  /** Counts work for the metrics of the service. */
  readonly tally?: Tally;
}

/** Takes new and changed rows, which are written and told of later, together with others. */
export interface RowCollector {
  add(definition: ResourceDefinition, row: StoredRow): void;
  /** Takes a change; `after` is `before` where nothing is another than it was. */
  change(definition: ResourceDefinition, rows: ChangedRow): void;
  /** A row that is held for a change, and was read with others. */
  standing(id: string): StoredRow | undefined;
  /** Leaves what follows from a row until it is written, to be done for several rows at once. */
  postpone(follow: FollowTogether, touch: RowEvent): void;
  /** The daily logs of a day of a flock, those to be written included; undefined if not known. */
  logsOf(flockId: string, date: string): KnownLogs | undefined;
}

/** A row before and after a change. */
export interface ChangedRow {
  readonly before: StoredRow;
  readonly after: StoredRow;
}

/** Does what follows from rows that one call has written. */
export type FollowTogether = (runtime: Runtime, touches: readonly RowEvent[]) => Promise<void>;

/** What is known of a day of a flock, whose name is locked. */
export interface KnownLogs {
  /** The id of the log of the day. */
  readonly logId: string | undefined;
  /** The flock, and its birds that left it before the day; undefined once logs were changed. */
  readonly losses: { readonly flock: FlockFacts; readonly removedBefore: number } | undefined;
  /** Weighings of the flock in the order of their days; undefined once logs were changed. */
  readonly weighings: readonly Weighing[] | undefined;
}

/** Counts work that is not a request. */
export interface Tally {
  webhookAttempt(isDelivered: boolean): void;
  /** An attempt to send a message to a user, by the kind of the channel. */
  noticeAttempt(channel: string, isSent: boolean): void;
  /** A broker was connected to, or its connection has ended. */
  broker(change: 'connected' | 'lost'): void;
  visionEvents(count: { readonly stored: number; readonly duplicates: number }): void;
  brokerMessages(result: 'received' | 'dropped', count?: number): void;
  /** A run of a scheduled job has ended on this instance. */
  job(name: string, outcome: { readonly seconds: number } | { readonly failed: true }): void;
}

/** A row that came, changed or went, in the transaction of the change. */
export interface RowEvent {
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
export type SideEffects = (runtime: Runtime, touch: RowEvent) => Promise<void>;

/** A farm with rows that alert rules judge. */
export interface ChangedFarm {
  readonly orgId: string;
  readonly farmId: string;
}

/** The farms that a caller sees. */
interface FarmScope {
  readonly orgId: string;
  readonly farmIds: 'all' | readonly string[];
}

/** Judges one farm by all rules; never rejects. */
type Judge = (farm: ChangedFarm) => Promise<void>;

/** The farms that changed since they were last judged; each is kept once. */
export interface ChangedFarms {
  note(farm: ChangedFarm): void;
  /**
   * Farms are judged with this from now on. `onNote` is called for every farm that is noted. Returns
   * a function that ends both.
   */
  judgeWith(judge: Judge, onNote: () => void): () => void;
  /**
   * Judges the farms that wait now, one after the other. Those noted meanwhile wait on, and so does
   * one that was judged just before and took long: it rests four times as long, a minute at most.
   * Resolves with whether farms wait.
   */
  evaluateAll(): Promise<boolean>;
  /**
   * Judges the farm, or up to ten of the farms of the scope, where they wait, and awaits those being
   * judged: what is read afterwards agrees with the alerts. Without a judge it does nothing.
   */
  settle(scope: FarmScope, farmId?: string): Promise<void>;
}

/** A caller of a list waits for no more farms than this; the schedule judges the others. */
const MOST_SETTLED = 10;

/** A large farm under import stays writable: most of the time it is not being judged. */
const REST_FACTOR = 4;
const LONGEST_REST_MILLIS = 60_000;
/** Farms wait about as long anyway. */
const SHORTEST_REST_MILLIS = 1000;

/** Keeps the farms that changed, in memory: what is lost in a restart is found within the hour. */
export function createChangedFarms(
  monotonicMillis: () => number = () => performance.now(),
): ChangedFarms {
  const waiting = new Map<string, ChangedFarm>();
  const restsUntil = new Map<string, number>();
  const underWay = new Map<string, { readonly farm: ChangedFarm; readonly end: Promise<void> }>();
  let judge: Judge | undefined;
  let onNote: (() => void) | undefined;

  const start = (farm: ChangedFarm): Promise<void> => {
    waiting.delete(farm.farmId);
    const before = underWay.get(farm.farmId)?.end ?? Promise.resolve();
    const end = before
      .then(() => judge?.(farm))
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
    judgeWith(work, listener) {
      judge = work;
      onNote = listener;
      return () => {
        judge = undefined;
        onNote = undefined;
      };
    },
    async evaluateAll() {
      for (const [farmId, until] of restsUntil)
        if (monotonicMillis() >= until) restsUntil.delete(farmId);
      // One at a time, so that a caller who waits for a farm can bring it forward.
      for (const farmId of [...waiting.keys()]) {
        const farm = waiting.get(farmId);
        if (!farm || !judge || restsUntil.has(farmId)) continue;
        const from = monotonicMillis();
        await start(farm);
        const end = monotonicMillis();
        const rest = Math.min(LONGEST_REST_MILLIS, REST_FACTOR * (end - from));
        if (rest >= SHORTEST_REST_MILLIS) restsUntil.set(farmId, end + rest);
      }
      return waiting.size > 0;
    },
    async settle({ orgId, farmIds }, farmId) {
      if (!judge) return;
      const concerns = (farm: ChangedFarm) =>
        farm.orgId === orgId &&
        (farmIds === 'all' || farmIds.includes(farm.farmId)) &&
        (farmId === undefined || farm.farmId === farmId);
      const farms = [...waiting.values()].filter(concerns).slice(0, MOST_SETTLED);
      for (const farm of farms) if (waiting.has(farm.farmId)) await start(farm);
      const others = [...underWay.values()].filter(({ farm }) => concerns(farm));
      await Promise.all(others.slice(0, MOST_SETTLED).map(({ end }) => end));
    },
  };
}
