import { hash } from 'node:crypto';
import { type Issue, validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { barns } from '../../model/resources/barns.ts';
import { devices } from '../../model/resources/devices.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import { missingReference } from '../../model/validation/field-values.ts';
import { readVisionEvent } from '../../model/validation/row-rules.ts';
import type { KnownReadings } from '../../model/validation/validation.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import { insertVisionEvents, type NewVisionEvent } from '../../storage/records/vision-events.ts';
import type { CameraToken } from '../../storage/system/api-keys.ts';
import { DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { authorOf } from '../core/actor.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { type BarnFlockLookup, defaultUnit, loadBarnFlocks } from '../rules/device-rules.ts';
import { dateLimitIssues } from '../rules/rules-by-resource.ts';

/** A stored event, as a row and with its typed fields. */
export type VisionRow = StoredRow & StoredOf<'vision-events'>;

/**
 * Stores the events not sent by an earlier call, and returns them. Within a call nothing is a
 * repetition: two birds may have the same weight in the same picture. `context` is that of the
 * farm.
 */
export async function storeEvents(
  context: RuleContext & { readonly farmId: string },
  camera: CameraToken,
  placed: readonly PlacedEvent[],
): Promise<readonly VisionRow[]> {
  const { transaction, actor, farmId, zone, now } = context;
  const at = formatInstant(now);
  const sightings = placed.map(({ seen, barnId }) => ({ barnId, ts: seen.ts ?? at }));
  const flockAt = await loadBarnFlocks(
    transaction,
    { orgId: actor.orgId, farmId, zone },
    sightings,
  );
  const events = placed.map((event) => newEvent(context, { camera, event, flockAt, at }));
  const firsts = firstOfEach(events);
  const stored = new Set(await insertVisionEvents(transaction, [...firsts.values()]));
  // Equal events of this call are treated alike: the first represents the others.
  const repeats = events.filter((event) => isRepeat(event, firsts, stored));
  const guarded = repeats.map(({ row }) => ({ row, contentHash: null }));
  for (const id of await insertVisionEvents(transaction, guarded)) stored.add(id);
  return events.map(({ row }) => row as VisionRow).filter(({ id }) => stored.has(id));
}

function firstOfEach(events: readonly NewVisionEvent[]): ReadonlyMap<string, NewVisionEvent> {
  const firsts = new Map<string, NewVisionEvent>();
  for (const event of events) {
    const key = event.contentHash ?? event.row.id;
    if (!firsts.has(key)) firsts.set(key, event);
  }
  return firsts;
}

function isRepeat(
  { row, contentHash: hash }: NewVisionEvent,
  firsts: ReadonlyMap<string, NewVisionEvent>,
  stored: ReadonlySet<string>,
): boolean {
  const first = hash === null ? undefined : firsts.get(hash);
  return first !== undefined && first.row.id !== row.id && stored.has(first.row.id);
}

function newEvent(
  { runtime, actor, farmId }: RuleContext & { readonly farmId: string },
  input: {
    readonly camera: CameraToken;
    readonly event: PlacedEvent;
    readonly flockAt: BarnFlockLookup;
    /** The current time. */
    readonly at: string;
  },
): NewVisionEvent {
  const { camera, event, flockAt, at } = input;
  const { seen, device, barnId } = event;
  const ts = seen.ts ?? at;
  const row: StoredRow = {
    id: runtime.ids.create(visionEvents.idPrefix),
    orgId: actor.orgId,
    farmId,
    version: 1,
    createdAt: at,
    updatedAt: at,
    createdBy: authorOf(actor),
    barnId,
    deviceId: device?.id ?? null,
    kind: seen.kind,
    value: seen.value,
    unit: seen.unit ?? defaultUnit(seen.kind),
    source: seen.source ?? device?.sourceKey ?? null,
    confidence: seen.confidence,
    meta: seen.meta,
    ts,
    integrationId: camera.integrationId,
    flockId: flockAt({ barnId, ts })?.id ?? null,
  };
  return { row, contentHash: contentHash(camera.integrationId, seen) };
}

/** 128 bits: only the connection itself could produce a collision of its events. */
const LENGTH = 22;

/**
 * A hash of the connection and the whole content of an event; null without a timestamp, since such
 * an event is never considered a repetition.
 */
function contentHash(integrationId: string, event: SeenEvent): string | null {
  if (event.ts === null) return null;
  const { source, deviceId, kind, unit, value, confidence, barnId, ts, meta } = event;
  const content = [source, deviceId, kind, unit, value, confidence, barnId, ts, sorted(meta)];
  return hash('sha256', `${integrationId}\n${JSON.stringify(content)}`, 'base64url').slice(
    0,
    LENGTH,
  );
}

/** Sorts the keys of objects, so that their order does not matter. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries.map(([name, item]) => [name, sorted(item)]));
}

type Device = StoredOf<'devices'>;

/** An event with its registered camera, if any, and its place. */
export interface PlacedEvent {
  readonly seen: SeenEvent;
  readonly device: Device | undefined;
  readonly barnId: string | null;
}

const { deviceId: deviceField, barnId: barnField } = visionEvents.fields;

/**
 * Finds the cameras and barns of events, in at most three queries. The barn is that of the event,
 * else of its camera, else of the connection. Throws `validation_failed` for a device or barn that
 * does not belong to the farm, alike for foreign and missing ones.
 */
export async function placeEvents(
  connection: Connection,
  camera: Pick<CameraToken, 'orgId' | 'farmId' | 'barnId'>,
  events: readonly SeenEvent[],
): Promise<readonly PlacedEvent[]> {
  const context = await loadKnown(connection, camera, events);
  const issues = events.flatMap((event, index) =>
    issuesOf(event, context).map((issue) => placeIssue(issue, index)),
  );
  if (issues.length > 0) throw validationFailed(issues);
  return events.map((event) => {
    const device = deviceOf(event, context);
    return { seen: event, device, barnId: event.barnId ?? device?.barnId ?? camera.barnId };
  });
}

interface Known {
  readonly devices: ReadonlyMap<string, Device>;
  readonly cameras: ReadonlyMap<string, Device>;
  readonly barns: ReadonlySet<string>;
}

async function loadKnown(
  connection: Connection,
  { orgId, farmId }: Pick<CameraToken, 'orgId' | 'farmId'>,
  events: readonly SeenEvent[],
): Promise<Known> {
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const read = <T>(definition: typeof devices | typeof barns, field: string, texts: string[]) =>
    listRowsByText(connection, definition, { scope, field, texts }).then((rows) =>
      rows.map((row) => JSON.parse(row) as T),
    );
  const idsOf = (field: 'deviceId' | 'barnId' | 'source') =>
    distinct(events.map((event) => event[field]));
  const deviceRows = await read<Device>(devices, 'id', idsOf('deviceId'));
  const sources = await read<Device>(devices, 'sourceKey', idsOf('source'));
  const barnRows = await read<StoredOf<'barns'>>(barns, 'id', idsOf('barnId'));
  const cameras = sources.filter(({ kind, status }) => kind === 'camera' && status !== 'retired');
  return {
    devices: mapById(deviceRows),
    cameras: new Map(cameras.map((device) => [String(device.sourceKey), device])),
    barns: new Set(barnRows.map(({ id }) => id)),
  };
}

function issuesOf({ deviceId, barnId }: SeenEvent, context: Known): readonly Issue[] {
  const hasDevice = deviceId === null || context.devices.has(deviceId);
  const hasBarn = barnId === null || context.barns.has(barnId);
  return [
    ...(hasDevice ? [] : [missingReference('deviceId', deviceField, deviceId)]),
    ...(hasBarn ? [] : [missingReference('barnId', barnField, barnId)]),
  ];
}

function deviceOf({ deviceId, source }: SeenEvent, context: Known): Device | undefined {
  if (deviceId !== null) return context.devices.get(deviceId);
  return source === null ? undefined : context.cameras.get(source);
}

/** Clock and calendar for validating times. */
interface Moment {
  readonly now: number;
  readonly zone: string;
  readonly today: string;
}

/** The context for parsing the events of one call. */
interface Reading extends Moment {
  readonly known: KnownReadings;
  /** The latest and earliest accepted time, as texts. */
  readonly latest: string;
  readonly earliest: string;
}
const NONE: readonly Issue[] = [];

/**
 * Parses the body of an ingest call: `{ events: […] }`, with up to 200 events. Throws
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
  const parsedEvents = events.map((event, index) => {
    const { value, issues: found } = readEvent(event, reading);
    for (const issue of found) issues.push(placeIssue(issue, index));
    return value;
  });
  if (issues.length > 0) throw validationFailed(issues);
  return parsedEvents;
}

/** The issue of one event, with its path in the body. */
function placeIssue(issue: Issue, index: number): Issue {
  const { path, message } = issue;
  const place = path === 'body' ? `events[${index}]` : `events[${index}].${path}`;
  const isNamed = message.startsWith(path);
  return { ...issue, path: place, message: isNamed ? place + message.slice(path.length) : message };
}

function eventsOf(body: unknown): readonly unknown[] {
  const isObject = isRecord(body);
  const events: unknown = isObject ? (body as { readonly events?: unknown }).events : undefined;
  if (!Array.isArray(events)) {
    const [code, message] =
      events === undefined
        ? (['required', 'events is required: { "events": [ … ] }.'] as const)
        : (['wrong_type', 'events must be a list of events.'] as const);
    throw validationFailed([{ path: 'events', code, message }]);
  }
  const maximum = limits.visionEventsPerCall;
  if (events.length <= maximum) return events;
  const message = `events must not hold more than ${maximum} events; nothing was stored.`;
  throw validationFailed([{ path: 'events', code: 'too_many', message }]);
}

function readEvent(event: unknown, reading: Reading) {
  const { values = {}, issues } = readVisionEvent(event, reading);
  const value = seenEvent(values as Partial<SeenEvent>);
  return { value, issues: issues ?? timeIssues(value, reading) };
}

/** Adds null for values that the camera omitted. */
function seenEvent(values: Partial<SeenEvent>): SeenEvent {
  // Field by field, since objects of the same shape are processed much faster.
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
  // Instants compare like their texts.
  if (ts === null || (ts >= earliest && ts <= latest)) return NONE;
  if (ts > latest) return dateLimitIssues({ definition: visionEvents, after: { ts } }, reading);
  const message = `ts must not be more than ${limits.visionDaysBack} days ago; it must not be earlier than ${earliest}.`;
  return [{ path: 'ts', code: 'too_small', message }];
}

/** An event sent by a camera, validated and in stored form. */
export interface SeenEvent {
  readonly source: string | null;
  readonly deviceId: string | null;
  readonly kind: string;
  readonly value: number | null;
  readonly unit: string | null;
  readonly confidence: number | null;
  readonly barnId: string | null;
  /** Null when the camera sent no time. */
  readonly ts: string | null;
  readonly meta: unknown;
}
