import type { EventName } from '../../model/core/resource.ts';
import { isResourceName, type ResourceName } from '../../model/resources/registry.ts';

/**
 * A message of the event stream: an event and its farm, or `all` where anything may have changed.
 */
export type DataChange = 'all' | { readonly event: EventName; readonly farmId: string | undefined };

/** The records changed by an event; the scan of a farm may change anything of it. */
const CHANGED_RESOURCES: Readonly<Record<EventName, readonly ResourceName[] | 'all'>> = {
  'alert.created': ['alerts'],
  'alert.critical': ['alerts'],
  'alert.resolved': ['alerts'],
  'task.created': ['tasks'],
  'task.completed': ['tasks'],
  'field_report.created': ['field-reports'],
  'field_report.question': ['field-reports'],
  'field_report.critical': ['field-reports'],
  'flock.placed': ['flocks', 'barns'],
  'flock.closed': ['flocks', 'barns'],
  'daily_log.created': ['daily-logs', 'flocks'],
  'sale.created': ['sales', 'flocks'],
  'expense.created': ['expenses'],
  'feed.delivered': ['feed-deliveries', 'feed-orders'],
  'media.analyzed': ['media'],
  'gap.detected': [],
  'brain.scan': 'all',
};

/** The records that charts are based on. */
const CHARTED_RESOURCES: readonly ResourceName[] = ['daily-logs', 'flocks', 'sales'];
/** Queries that no event affects. */
const SETTLED_RESOURCES = [
  'me',
  'error-texts',
  'settings',
  'keys',
  'sessions',
  'audit',
  'webhooks',
];

/** Whether the result of a query may have changed after the events. */
export function isAffected(key: readonly unknown[], change: readonly DataChange[]): boolean {
  const [subject] = key;
  if (SETTLED_RESOURCES.some((name) => name === subject)) return false;
  return change.some(
    (one) => one === 'all' || (isOfFarm(key, one.farmId) && changes(one.event, subject)),
  );
}

function changes(event: EventName, subject: unknown): boolean {
  const changed = CHANGED_RESOURCES[event];
  if (changed === 'all') return true;
  if (typeof subject === 'string' && isResourceName(subject)) return changed.includes(subject);
  // Everything else is composed of records of many kinds.
  return subject === 'charts' ? changed.some((name) => CHARTED_RESOURCES.includes(name)) : true;
}

/** False for results of another farm. */
function isOfFarm(key: readonly unknown[], farmId: string | undefined): boolean {
  if (farmId === undefined) return true;
  const text = JSON.stringify(key);
  return text.includes(`"${farmId}"`) || !/"farm_\w+"/.test(text);
}

const FIRST_WAIT_MILLIS = 500;
const MAX_WAIT_MILLIS = 8000;
const QUIET_MILLIS = 10_000;

/**
 * Collects events, so that a burst causes few refetches: the first event is passed on after half a
 * second, further ones at growing intervals.
 */
export class ChangeCollector {
  readonly #pass: (change: readonly DataChange[]) => void;
  readonly #now: () => number;
  #happened: DataChange[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT_MILLIS;
  #passedAt = Number.NEGATIVE_INFINITY;

  constructor(deliver: (change: readonly DataChange[]) => void, now: () => number = Date.now) {
    this.#pass = deliver;
    this.#now = now;
  }

  add(change: DataChange): void {
    // One `all` replaces any number of events.
    if (change === 'all') this.#happened = ['all'];
    else if (!this.#happened.includes('all')) this.#happened.push(change);
    this.#timer ??= setTimeout(() => this.#flush(), this.#nextWait());
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #nextWait(): number {
    const isQuiet = this.#now() - this.#passedAt > QUIET_MILLIS;
    this.#wait = isQuiet ? FIRST_WAIT_MILLIS : Math.min(this.#wait * 2, MAX_WAIT_MILLIS);
    return this.#wait;
  }

  #flush(): void {
    this.#timer = undefined;
    this.#passedAt = this.#now();
    const change = this.#happened;
    this.#happened = [];
    this.#pass(change);
  }
}
