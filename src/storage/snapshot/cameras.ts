import sql from 'sql-template-tag';
import { devices } from '../../model/resources/devices.ts';
import { farms } from '../../model/resources/farms.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection } from '../core/database.ts';
import { scopePredicate } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import { type FarmMoment, hoursAgo, instantDaysAgo } from './farm-moment.ts';

const COUNTED_HOURS = 24;
const HEARD_DAYS = 7;
const KINDS = ['behavior', 'count', 'mortality', 'weight'] as const;

/** The last contact with a camera of a farm. */
export interface CameraSightingRow {
  readonly deviceId: string;
  readonly last: {
    readonly ts: string;
    readonly kind: string;
    readonly unit: string | null;
    readonly value: number | null;
    readonly integrationId: string | null;
  } | null;
  readonly events24h: Readonly<Record<(typeof KINDS)[number], number>>;
  readonly count: {
    readonly ts: string;
    readonly value: number;
    readonly confidence: number | null;
    readonly meta: unknown;
  } | null;
  readonly lastPairDay: string | null;
}

type FlatRow = Readonly<Record<(typeof KINDS)[number], number>> & {
  readonly deviceId: string;
  readonly ts: string | null;
  readonly kind: string;
  readonly unit: string | null;
  readonly value: number | null;
  readonly integrationId: string | null;
  readonly countTs: string | null;
  readonly countValue: number;
  readonly confidence: number | null;
  readonly meta: unknown;
  readonly lastPairDay: string | null;
};

const SIGHTING: readonly ObjectColumn[] = [
  ['deviceId', 'page.id', 'text'],
  ['ts', 'last.ts', 'timestamp'],
  ['kind', 'last.kind', 'text'],
  ['unit', 'last.unit', 'text'],
  ['value', 'last.value', 'number'],
  ['integrationId', 'last.integration_id', 'text'],
  ['countTs', 'counted.ts', 'timestamp'],
  ['countValue', 'counted.value', 'number'],
  ['confidence', 'counted.confidence', 'number'],
  ['meta', 'counted.meta', 'json'],
  ...KINDS.map((kind): ObjectColumn => [kind, `coalesce(page.${kind}, 0)`, 'integer']),
  [
    'lastPairDay',
    `(select max(pair.day) from camera_pairs pair
      where pair.farm_id = page.farm_id and pair.camera = page.id)`,
    'date',
  ],
];

/** The last contact with each camera of a farm, by camera id. */
export async function listCameraSightings(
  connection: Connection,
  moment: FarmMoment,
): Promise<CameraSightingRow[]> {
  const rows = await selectObjects<FlatRow>(
    connection,
    sql`
      with heard as (
        select record.device_id, max(record.ts) as last_ts,
          max(case when record.kind = 'count' and record.value is not null then record.ts end) as count_ts,
          sum(case record.kind when 'behavior' then 1 else 0 end) as behavior,
          sum(case record.kind when 'count' then 1 else 0 end) as count,
          sum(case record.kind when 'mortality' then 1 else 0 end) as mortality,
          sum(case record.kind when 'weight' then 1 else 0 end) as weight
        from vision_events record
        where ${scopePredicate(visionEvents, moment.scope)} and record.device_id is not null
          and record.ts >= ${hoursAgo(moment, COUNTED_HOURS)}
        group by record.device_id
      ),
      page as (
        select record.id, record.farm_id, heard.count_ts, heard.behavior, heard.count,
          heard.mortality, heard.weight,
          coalesce(heard.last_ts, (
            select max(seen.ts) from vision_events seen
            where seen.barn_id = record.barn_id and seen.device_id = record.id
              and seen.deleted_at is null and seen.ts >= ${instantDaysAgo(moment, HEARD_DAYS)}
          )) as last_ts
        from devices record left join heard on heard.device_id = record.id
        where ${scopePredicate(devices, moment.scope)} and record.kind = 'camera'
      )
      select ${objectOf(connection.dialect, SIGHTING)}
      from page
      left join vision_events last on last.id = (
        select max(seen.id) from vision_events seen
        where seen.farm_id = page.farm_id and seen.ts = page.last_ts
          and seen.device_id = page.id and seen.deleted_at is null)
      left join vision_events counted on counted.id = (
        select max(seen.id) from vision_events seen
        where seen.farm_id = page.farm_id and seen.ts = page.count_ts and seen.kind = 'count'
          and seen.value is not null and seen.device_id = page.id and seen.deleted_at is null)
      order by page.id`,
  );
  return rows.map(sightingOf);
}

function sightingOf(row: FlatRow): CameraSightingRow {
  const { deviceId, ts, kind, unit, value, integrationId, lastPairDay } = row;
  const { countTs, countValue, confidence, meta, behavior, count, mortality, weight } = row;
  return {
    deviceId,
    last: ts === null ? null : { ts, kind, unit, value, integrationId },
    events24h: { behavior, count, mortality, weight },
    count: countTs === null ? null : { ts: countTs, value: countValue, confidence, meta },
    lastPairDay,
  };
}

/** The stored calibration of a camera against scales. */
export interface CameraCalibrationRow {
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly factor: number;
  readonly pairs: number;
  readonly updatedAt: string;
}

const CALIBRATION: readonly ObjectColumn[] = [
  ['camera', 'calibration.camera', 'text'],
  ['deviceId', 'calibration.device_id', 'text'],
  ['source', 'calibration.source', 'text'],
  ['factor', 'calibration.factor', 'number'],
  ['pairs', 'calibration.pairs', 'integer'],
  ['updatedAt', 'calibration.updated_at', 'timestamp'],
];

/** The calibrations of the cameras of a farm, by camera. */
export function listCameraCalibrations(
  connection: Connection,
  { scope, farmId }: FarmMoment,
): Promise<CameraCalibrationRow[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, CALIBRATION)}
      from farms farm cross join camera_calibrations calibration
      where farm.id = ${farmId} and ${scopePredicate(farms, scope, 'farm')}
        and calibration.farm_id = farm.id
      order by calibration.camera`,
  );
}
/** A token holder may use any source name; beyond this number only the newest are returned. */
const MOST_SOURCES = 200;

/** A source of camera events without a device. */
export interface UnclaimedSource {
  readonly source: string;
  readonly firstSeen: string;
  readonly lastSeen: string;
  readonly events: number;
  readonly kinds: readonly string[];
  readonly barnId: string | null;
}

type SourceRow = Omit<UnclaimedSource, 'kinds'> & Readonly<Record<(typeof KINDS)[number], number>>;

const SOURCE: readonly ObjectColumn[] = [
  ['source', 'heard.source', 'text'],
  [
    'firstSeen',
    `(select min(record.ts) from vision_events record
      where record.farm_id = heard.farm_id and record.source = heard.source
        and record.deleted_at is null and record.device_id is null and record.source is not null)`,
    'timestamp',
  ],
  ['lastSeen', 'heard.last_seen', 'timestamp'],
  ['events', 'heard.events', 'integer'],
  [
    'barnId',
    `(select record.barn_id from vision_events record
      where record.farm_id = heard.farm_id and record.source = heard.source
        and record.ts = heard.last_seen
        and record.deleted_at is null and record.device_id is null and record.source is not null
      order by record.id desc limit 1)`,
    'text',
  ],
  ...KINDS.map((kind): ObjectColumn => [kind, `heard.${kind}`, 'integer']),
];

/**
 * The 200 most recent sources of the last seven days without a camera of the farm, newest first.
 */
export async function listUnregisteredCameras(
  connection: Connection,
  moment: FarmMoment,
): Promise<UnclaimedSource[]> {
  const rows = await selectObjects<SourceRow>(
    connection,
    sql`
      with heard as (
        select max(record.farm_id) as farm_id, record.source, max(record.ts) as last_seen, count(*) as events,
          sum(case record.kind when 'behavior' then 1 else 0 end) as behavior,
          sum(case record.kind when 'count' then 1 else 0 end) as count,
          sum(case record.kind when 'mortality' then 1 else 0 end) as mortality,
          sum(case record.kind when 'weight' then 1 else 0 end) as weight
        from vision_events record
        where ${scopePredicate(visionEvents, moment.scope)}
          and record.device_id is null and record.source is not null
          and record.ts >= ${instantDaysAgo(moment, HEARD_DAYS)}
        group by record.source
      )
      select ${objectOf(connection.dialect, SOURCE)}
      from heard
      where not exists (
        select 1 from devices device
        where device.farm_id = heard.farm_id and device.source_key = heard.source
          and device.deleted_at is null and device.kind = 'camera'
          and coalesce(device.status, '') <> 'retired')
      order by heard.last_seen desc, heard.source limit ${MOST_SOURCES}`,
  );
  return rows.map(({ source, firstSeen, lastSeen, events, barnId, ...counts }) => ({
    source,
    firstSeen,
    lastSeen,
    events,
    kinds: KINDS.filter((kind) => counts[kind] > 0),
    barnId,
  }));
}
