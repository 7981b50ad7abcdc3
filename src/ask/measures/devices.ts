import { barnStatesOf, LIVE_FLOCK_PARTS } from '../../farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure, timeAgo } from '../../farming/core/figure.ts';
import type { MissingData } from '../../farming/core/section.ts';
import { countGap } from '../../farming/vision/bird-counts.ts';
import { visionReading } from '../../farming/vision/vision-reading.ts';
import { message } from '../../model/core/message.ts';
import { deviceKind } from '../../model/core/vocabulary.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { parseInstant } from '../../tools/calendar.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import { asText, factOf, wordFact } from './fact-of.ts';
import {
  answerList,
  answerRows,
  type ListItem,
  type MeasureRow,
  missingRow,
  rowsOfBarns,
} from './rows.ts';
import { placeLookup } from './scope.ts';

const DEVICE_PARTS = ['devices', 'barns', 'liveFlocks'] as const;
type DeviceSnapshot = FarmSnapshot<(typeof DEVICE_PARTS)[number]>;

const DOWN_STATUSES: readonly (string | null)[] = ['offline', 'fault'];

/** The devices that are not working: all, or those of one kind. */
export const devicesOffline = {
  parts: DEVICE_PARTS,
  per: 'barn',
  aggregations: ['list', 'count'],
  slots: { kind: deviceKind.words },
  compute: listDown,
} as const satisfies MeasureDefinition<(typeof DEVICE_PARTS)[number]>;

function listDown(snapshot: DeviceSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { kind } = question.slots;
  const { barnIds } = question.scope;
  const inScope = snapshot.devices.filter(
    (device) =>
      device.status !== 'retired' &&
      (kind === undefined || device.kind === kind) &&
      (barnIds === undefined || (device.barnId !== null && barnIds.includes(device.barnId))),
  );
  const down = inScope.filter(({ status }) => DOWN_STATUSES.includes(status));
  const frame = {
    asOf: snapshot.today,
    source: { resource: 'devices', ids: down.map(({ id }) => id) },
  } as const;
  const all = factOf('Devices', inScope.length, { asOf: snapshot.today });
  const answer = answerList(
    down.map((device) => deviceItem(device, snapshot)),
    {
      label: 'Devices down',
      text: 'ask.devicesDown',
      params: { all: asText(all), kind: kind === 'camera' ? 'camera' : 'device' },
      ...frame,
    },
    question,
  );
  return { ...answer, facts: [...answer.facts, all] };
}

function deviceItem(device: StoredOf<'devices'>, snapshot: DeviceSnapshot): ListItem {
  const { id, kind, status, lastSeenAt } = device;
  const name = device.name ?? device.model ?? kind;
  const place = placeLookup(snapshot)(device);
  const frame = { asOf: lastSeenAt, source: { resource: 'devices', ids: [id] } } as const;
  const seen = lastSeenAt === null ? undefined : parseInstant(lastSeenAt);
  const ago = seen === undefined ? null : timeAgo(seen, snapshot.now);
  const age = ago && factOf(`Last seen, ${name}`, ago.quantity, { ...frame, unit: ago.unit });
  const line = message('ask.deviceDown', {
    name,
    status: status ?? 'offline',
    hasPlace: place === null ? 'no' : 'yes',
    place: place ?? '',
    wasSeen: age ? 'yes' : 'no',
    ago: age ? asText(age) : '',
  });
  return {
    facts: [wordFact(`Device, ${name}`, status ?? 'offline', frame), ...(age ? [age] : [])],
    lines: [line],
  };
}

const CAMERA_PARTS = [...LIVE_FLOCK_PARTS, 'seenCounts'] as const;
type CountSnapshot = FarmSnapshot<(typeof CAMERA_PARTS)[number]>;

/** The latest camera count of each barn compared with the expected number of birds in the logs. */
export const cameraCount = {
  parts: CAMERA_PARTS,
  per: 'barn',
  aggregations: ['value', 'list', 'compare'],
  compute: compareCounts,
} as const satisfies MeasureDefinition<(typeof CAMERA_PARTS)[number]>;

function compareCounts(snapshot: CountSnapshot, question: MeasureQuestion): MeasureAnswer {
  const rows = rowsOfBarns(snapshot, question.scope, (barn) => countRow(barn, snapshot));
  return answerRows(rows, question);
}

function countRow(barn: StoredOf<'barns'>, snapshot: CountSnapshot): MeasureRow {
  const state = barnStatesOf(snapshot).get(barn.id);
  const live = state?.live ?? null;
  const counts = findCounts(barn, live, snapshot);
  const newest = counts.at(-1);
  if (!newest) return missingRow(barn.name, [noCount(barn)]);
  const source = { resource: 'vision-events', ids: [newest.id] } as const;
  const counted = factOf(`Camera count, ${barn.name}`, figure('birds', newest.birds) ?? 0, {
    unit: 'birds',
    asOf: newest.ts,
    source,
  });
  if (!state || live === null || newest.gapPct === null) {
    const line = message('ask.cameraCountOnly', {
      place: barn.name,
      counted: asText(counted),
    });
    return { place: barn.name, value: 0, facts: [counted], lines: [line] };
  }
  const logged = factOf(`Live birds, ${barn.name}`, live, {
    unit: 'birds',
    asOf: snapshot.today,
    source: { resource: 'flocks', ids: state.flocks.map(({ flockId }) => flockId) },
  });
  const off = figure('pct', newest.gapPct) ?? 0;
  const label = `Camera count against the log, ${barn.name}`;
  const gap = factOf(label, off, { unit: '%', asOf: newest.ts, source });
  const line = message('ask.cameraCount', {
    place: barn.name,
    counted: asText(counted),
    logged: asText(logged),
    side: off === 0 ? 'on' : newest.birds > live ? 'above' : 'below',
    off: asText(gap),
  });
  return { place: barn.name, value: off, facts: [counted, logged, gap], lines: [line] };
}

/** A usable count. */
interface Count {
  readonly id: string;
  readonly ts: string;
  readonly birds: number;
  /** Null where the expected number is unknown. */
  readonly gapPct: number | null;
}

/** The usable counts of a barn, the oldest first, selected by the rule of the alerts. */
function findCounts(
  { id }: StoredOf<'barns'>,
  live: number | null,
  { seenCounts, thresholds }: CountSnapshot,
): Count[] {
  return seenCounts.flatMap((row): Count[] => {
    const reading = row.barnId === id ? visionReading(row) : undefined;
    if (!reading || reading.value === null) return [];
    const { value, ts } = reading;
    if (live === null || live === 0) return [{ id: row.id, ts, birds: value, gapPct: null }];
    const gap = countGap({ ...reading, value }, live, thresholds);
    return typeof gap === 'string'
      ? []
      : [{ id: row.id, ts, birds: gap.birds, gapPct: gap.gapPct }];
  });
}

function noCount({ id, name }: StoredOf<'barns'>): MissingData {
  const body = { barnId: id, kind: 'count', value: null };
  return {
    code: 'no_camera_count',
    message: message('ask.noCameraCount', { place: name }),
    resource: 'vision-events',
    barnId: id,
    fix: { method: 'POST', path: '/vision-events', body },
  };
}
