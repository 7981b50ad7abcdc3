import type { StoredOf } from '../../model/registry.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import {
  insertVisionEvents,
  type NewVisionEvent,
} from '../../storage/records/insert-vision-events.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import type { CameraToken } from '../../storage/system/camera-tokens.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { authorOf } from '../access/actor.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { contentHash } from './content-hash.ts';
import { defaultUnit } from './default-unit.ts';
import { type GuestLookup, loadGuests } from './guest-lookup.ts';
import type { PlacedEvent } from './place-events.ts';

/** A stored event, as a row and as what it declares. */
export type VisionRow = StoredRow & StoredOf<'vision-events'>;

/**
 * Stores the events that no earlier call has brought; returns those. Within a call nothing is taken
 * for a repetition: two birds may weigh the same in the same picture. `context` is the farm's.
 */
export async function storeEvents(
  context: RuleContext & { readonly farmId: string },
  camera: CameraToken,
  placed: readonly PlacedEvent[],
): Promise<readonly VisionRow[]> {
  const { transaction, actor, farmId, zone, now } = context;
  const at = formatInstant(now);
  const sightings = placed.map(({ seen, barnId }) => ({ barnId, ts: seen.ts ?? at }));
  const guestAt = await loadGuests(transaction, { orgId: actor.orgId, farmId, zone }, sightings);
  const events = placed.map((event) => newEvent(context, { camera, event, guestAt, at }));
  const firsts = firstOfEach(events);
  const stored = new Set(await insertVisionEvents(transaction, [...firsts.values()]));
  // What equals an event of this call shares its fate: the first of them stands for the others.
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
    readonly guestAt: GuestLookup;
    /** The present. */
    readonly at: string;
  },
): NewVisionEvent {
  const { camera, event, guestAt, at } = input;
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
    flockId: guestAt({ barnId, ts })?.id ?? null,
  };
  return { row, contentHash: contentHash(camera.integrationId, seen) };
}
