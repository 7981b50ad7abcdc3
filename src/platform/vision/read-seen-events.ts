import { type Issue, validationFailed } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { KnownReadings } from '../../model/validation.ts';
import { readVisionEvent } from '../../model/vision-ingest.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { dateLimitIssues } from '../rules/date-limits.ts';
import type { SeenEvent } from './seen-event.ts';

/** By which clock and calendar times are judged. */
interface Moment {
  readonly now: number;
  readonly zone: string;
  readonly today: string;
}

/** What the events of one call are read against. */
interface Reading extends Moment {
  readonly known: KnownReadings;
  /** The present and the earliest time that is taken, as texts. */
  readonly latest: string;
  readonly earliest: string;
}

const DAY_MILLIS = 86_400_000;
const NONE: readonly Issue[] = [];

/**
 * Reads the body of an ingest call: `{ events: […] }`, none or up to 200. Throws
 * `validation_failed` with the issues of all events, such as `events[3].value`: all or nothing.
 */
export function readSeenEvents(body: unknown, { now, zone, today }: Moment): readonly SeenEvent[] {
  const events = eventsOf(body);
  const reading = {
    now,
    zone,
    today,
    known: new Map(),
    latest: formatInstant(now),
    earliest: formatInstant(now - limits.visionDaysBack * DAY_MILLIS),
  };
  const issues: Issue[] = [];
  const seen = events.map((event, index) => {
    const { value, issues: found } = readEvent(event, reading);
    for (const issue of found) issues.push(placeIssue(issue, index));
    return value;
  });
  if (issues.length > 0) throw validationFailed(issues);
  return seen;
}

/** The issue of one event, as the whole body is told of it. */
export function placeIssue(issue: Issue, index: number): Issue {
  const { path, message } = issue;
  const place = path === 'body' ? `events[${index}]` : `events[${index}].${path}`;
  const isNamed = message.startsWith(path);
  return { ...issue, path: place, message: isNamed ? place + message.slice(path.length) : message };
}

function eventsOf(body: unknown): readonly unknown[] {
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const events: unknown = isObject ? (body as { readonly events?: unknown }).events : undefined;
  if (!Array.isArray(events)) {
    const [code, message] =
      events === undefined
        ? (['required', 'events is required: { "events": [ … ] }.'] as const)
        : (['wrong_type', 'events must be a list of events.'] as const);
    throw validationFailed([{ path: 'events', code, message }]);
  }
  const most = limits.visionEventsPerCall;
  if (events.length <= most) return events;
  const message = `events must not hold more than ${most} events; nothing was stored.`;
  throw validationFailed([{ path: 'events', code: 'too_many', message }]);
}

function readEvent(event: unknown, reading: Reading) {
  const { values = {}, issues } = readVisionEvent(event, reading);
  const value = seenEvent(values as Partial<SeenEvent>);
  return { value, issues: issues ?? timeIssues(value, reading) };
}

/** The event with what the camera left out as null. */
function seenEvent(values: Partial<SeenEvent>): SeenEvent {
  // Field by field, since a batch of objects of the same shape is handled much faster.
  return {
    source: values.source ?? null,
    deviceId: values.deviceId ?? null,
    kind: values.kind ?? '',
    value: values.value ?? null,
    unit: values.unit ?? null,
    confidence: values.confidence ?? null,
    barnId: values.barnId ?? null,
    ts: values.ts ?? null,
    meta: values.meta ?? null,
  };
}

function timeIssues({ ts }: SeenEvent, reading: Reading): readonly Issue[] {
  const { latest, earliest } = reading;
  // Texts compare as the instants do.
  if (ts === null || (ts >= earliest && ts <= latest)) return NONE;
  if (ts > latest) return dateLimitIssues({ definition: visionEvents, after: { ts } }, reading);
  const message = `ts must not be more than ${limits.visionDaysBack} days ago; it must not be earlier than ${earliest}.`;
  return [{ path: 'ts', code: 'too_small', message }];
}
