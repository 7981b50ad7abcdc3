import type { EventName } from '../../model/core/resource.ts';
import { isResourceName, type ResourceName } from '../../model/resources/registry.ts';

/**
 * A message of the event stream: an event and its farm, or `all` where anything may have changed.
 */
export type Happened = 'all' | { readonly event: EventName; readonly farmId: string | undefined };

/** The records changed by an event; the scan of a farm may change anything of it. */
const CHANGED: Readonly<Record<EventName, readonly ResourceName[] | 'all'>> = {
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
const CHARTED: readonly ResourceName[] = ['daily-logs', 'flocks', 'sales'];
/** Queries that no event affects. */
const SETTLED = ['me', 'error-texts', 'settings', 'keys', 'sessions', 'audit', 'webhooks'];

/** Whether the result of a query may have changed after the events. */
export function isConcerned(key: readonly unknown[], happened: readonly Happened[]): boolean {
  const [subject] = key;
  if (SETTLED.some((name) => name === subject)) return false;
  return happened.some(
    (one) => one === 'all' || (isOfFarm(key, one.farmId) && changes(one.event, subject)),
  );
}

function changes(event: EventName, subject: unknown): boolean {
  const changed = CHANGED[event];
  if (changed === 'all') return true;
  if (typeof subject === 'string' && isResourceName(subject)) return changed.includes(subject);
  // Everything else is composed of records of many kinds.
  return subject === 'charts' ? changed.some((name) => CHARTED.includes(name)) : true;
}

/** False for results of another farm. */
function isOfFarm(key: readonly unknown[], farmId: string | undefined): boolean {
  if (farmId === undefined) return true;
  const text = JSON.stringify(key);
  return text.includes(`"${farmId}"`) || !/"farm_\w+"/.test(text);
}

const FIRST_WAIT_MILLIS = 500;
const LONGEST_WAIT_MILLIS = 8000;
const QUIET_MILLIS = 10_000;

/**
 * Collects events, so that a burst causes few refetches: the first event is passed on after half a
 * second, further ones at growing intervals.
 */
export class Gathering {
  readonly #pass: (happened: readonly Happened[]) => void;
  readonly #now: () => number;
  #happened: Happened[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wait = FIRST_WAIT_MILLIS;
  #passedAt = Number.NEGATIVE_INFINITY;

  constructor(pass: (happened: readonly Happened[]) => void, now: () => number = Date.now) {
    this.#pass = pass;
    this.#now = now;
  }

  add(happened: Happened): void {
    // One `all` replaces any number of events.
    if (happened === 'all') this.#happened = ['all'];
    else if (!this.#happened.includes('all')) this.#happened.push(happened);
    this.#timer ??= setTimeout(() => this.#flush(), this.#nextWait());
  }

  end(): void {
    clearTimeout(this.#timer);
  }

  #nextWait(): number {
    const isQuiet = this.#now() - this.#passedAt > QUIET_MILLIS;
    this.#wait = isQuiet ? FIRST_WAIT_MILLIS : Math.min(this.#wait * 2, LONGEST_WAIT_MILLIS);
    return this.#wait;
  }

  #flush(): void {
    this.#timer = undefined;
    this.#passedAt = this.#now();
    const happened = this.#happened;
    this.#happened = [];
    this.#pass(happened);
  }
}
