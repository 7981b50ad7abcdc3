import type { dashboardAnswer } from '../../model/answers/dashboard.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { ContextClimate, ContextFlock } from '../context/context.ts';
import { contextClimates, contextFlocks } from '../context/context-barns.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import {
  countSeverities,
  isAboutFlock,
  isOpenAlert,
  type SeverityCounts,
} from '../core/open-items.ts';
import type { UsedFeed, UsedHealth, UsedSections } from '../core/section-results.ts';
import { type MortalityRow, mortalityRows } from '../digest/mortality.ts';
import { flockConversion } from '../feed/feed-conversion.ts';
import { henDayPct } from '../metrics/eggs.ts';

/** A barn with the flock inside; one with several flocks has a row for each. */
export type BarnRow = Made<(typeof dashboardAnswer)['schema']>['barns'][number];

/** What is told of a flock; null where nothing tells it. */
type FlockCells = Omit<BarnRow, 'barnId' | 'barn' | 'status' | 'state' | 'climate' | 'openAlerts'>;

const NO_FLOCK: FlockCells = {
  flockId: null,
  flock: null,
  breed: null,
  ageDays: null,
  live: null,
  mortality: null,
  cumMortalityPct: null,
  weight: null,
  weightG: null,
  standardG: null,
  standardBasis: null,
  deviationPct: null,
  weightDate: null,
  weightUncalibrated: null,
  weightReason: null,
  fcr: null,
  fcrUpperBound: false,
  epef: null,
  henDayPct: null,
  densityKgM2: null,
  feedDaysLeft: null,
  health: null,
};

/** What other answers tell of the flocks and barns, by their ids. */
interface Known {
  readonly snapshot: FarmSnapshot;
  readonly flocks: ReadonlyMap<string, ContextFlock>;
  readonly deaths: ReadonlyMap<string, MortalityRow>;
  readonly health: ReadonlyMap<string, UsedHealth>;
  readonly feed: ReadonlyMap<string, UsedFeed>;
  readonly climates: ReadonlyMap<string, ContextClimate>;
}

/** Every barn by name, with who is inside, how they do, and the air; the same figures as elsewhere. */
export function barnRows(snapshot: FarmSnapshot, used: UsedSections): readonly BarnRow[] {
  const inside = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  const known: Known = {
    snapshot,
    flocks: mapById(contextFlocks(snapshot)),
    deaths: byFlock(mortalityRows(snapshot)),
    health: byFlock(used.health?.flocks ?? []),
    feed: byFlock(used.feed?.flocks ?? []),
    climates: new Map(contextClimates(snapshot).map((climate) => [climate.barnId, climate])),
  };
  return snapshot.barns.flatMap((barn) => {
    const records = inside.get(barn.id) ?? [];
    return records.length === 0
      ? [rowOf(barn, undefined, known)]
      : records.map((record) => rowOf(barn, record, known));
  });
}

function byFlock<R extends { readonly flockId: string }>(rows: readonly R[]) {
  return new Map(rows.map((row) => [row.flockId, row]));
}

function rowOf(barn: StoredOf<'barns'>, record: FlockRecord | undefined, known: Known): BarnRow {
  const cells = record ? flockCells(record, known) : NO_FLOCK;
  const climate = known.climates.get(barn.id) ?? null;
  const openAlerts = countSeverities(alertsOf(barn, record, known.snapshot));
  const spike = cells.mortality?.spike.severity ?? null;
  const { id: barnId, name, status } = barn;
  const state = barnState({ isOccupied: record !== undefined, openAlerts, spike, climate });
  return { barnId, barn: name, status, state, ...cells, climate, openAlerts };
}

function flockCells(record: FlockRecord, known: Known): FlockCells {
  const { id, breed } = record.flock;
  const flock = known.flocks.get(id);
  const deaths = known.deaths.get(id);
  const health = known.health.get(id);
  const performance = flockConversion(record, known.snapshot);
  return {
    flockId: id,
    flock: flockName(record),
    breed,
    ageDays: record.ageDays,
    live: record.live,
    mortality: deaths ? mortalityCell(deaths) : null,
    cumMortalityPct: flock?.cumMortalityPct ?? null,
    weight: flock?.weight ?? null,
    weightG: flock?.weightG ?? null,
    standardG: flock?.standardG ?? null,
    standardBasis: flock?.standardBasis ?? null,
    deviationPct: flock?.deviationPct ?? null,
    weightDate: flock?.weightDate ?? null,
    weightUncalibrated: flock?.weightUncalibrated ?? null,
    weightReason: flock?.weightReason ?? null,
    fcr: figure('ratio', performance?.fcr),
    fcrUpperBound: performance?.isFcrUpperBound ?? false,
    epef: figure('score', performance?.epef),
    henDayPct: figure('pct', newestHenDay(record)),
    densityKgM2: flock?.densityKgM2 ?? null,
    feedDaysLeft: known.feed.get(id)?.daysLeft ?? null,
    health: health ? { score: health.score, grade: health.grade } : null,
  };
}

function mortalityCell({ date, today, yesterday, avg7, ratio, pct, spike }: MortalityRow) {
  return { date, today, yesterday, avg7, ratio, pct, spike };
}

/** Of the newest day with eggs in the log. */
function newestHenDay({ kind, days }: FlockRecord): number | null {
  const laid = kind === 'layer' ? days.findLast(({ log }) => log?.eggs != null) : undefined;
  return laid ? henDayPct(laid.log?.eggs ?? null, laid.opening) : null;
}

/** The open alerts of a barn; those about one flock in it are told of that flock alone. */
function alertsOf(
  barn: StoredOf<'barns'>,
  record: FlockRecord | undefined,
  { alerts }: FarmSnapshot<'alerts'>,
) {
  return alerts.filter((alert) => {
    if (!isOpenAlert(alert)) return false;
    return record ? isAboutFlock(alert, record.flock) : alert.barnId === barn.id;
  });
}

/** What a barn asks for: somebody at once, a look, nothing; or nobody is inside. */
export type BarnState = BarnRow['state'];

/** What tells the state of a barn. */
export interface BarnSigns {
  readonly isOccupied: boolean;
  readonly openAlerts: SeverityCounts;
  readonly spike: string | null;
  readonly climate: Pick<ContextClimate, 'status'> | null;
}

/** The worst of the open alerts, the deaths of the day and the air. */
export function barnState({ isOccupied, openAlerts, spike, climate }: BarnSigns): BarnState {
  if (openAlerts.critical > 0 || spike === 'critical') return 'critical';
  const isBadAir = climate?.status === 'out_of_range';
  if (openAlerts.warning > 0 || spike === 'warning' || isBadAir) return 'warning';
  return isOccupied ? 'ok' : 'empty';
}
