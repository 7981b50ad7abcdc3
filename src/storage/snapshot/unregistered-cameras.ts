import sql from 'sql-template-tag';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection } from '../database.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, instantDaysAgo } from './farm-moment.ts';

const HEARD_DAYS = 7;
/** Whoever holds a token may call himself anything; of more the newest are told. */
const MOST_SOURCES = 200;
const KINDS = ['behavior', 'count', 'mortality', 'weight'] as const;

/** A source of camera events that no device claims. */
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

/** The 200 sources heard last in seven days that belong to no camera of the farm, the newest first. */
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
