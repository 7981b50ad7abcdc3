import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { PeriodMoney } from '../accounting/ledger.ts';
import type { FlockWeight, LoadReason, WeightReason } from '../core/barn-state.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { Severity } from '../core/open-items.ts';
import type { ReportNote } from '../digest/night-reports.ts';
import type { TaskToday } from '../digest/work-today.ts';
import type { ClimateMeasure, ClimateRange, ClimateReading } from '../metrics/climate-limits.ts';
import type { StandardBasis } from '../metrics/standard-basis.ts';

/** How much of the past is told. */
export type ContextDepth = 'full' | 'summary';

/** The whole farm in one object. */
export interface Context {
  readonly farm: ContextFarm;
  readonly asOf: string;
  readonly depth: ContextDepth;
  readonly barns: readonly ContextBarn[];
  readonly flocks: readonly ContextFlock[];
  readonly alerts: {
    readonly open: readonly Shown<'alerts'>[];
    readonly counts: Readonly<Record<Severity, number>>;
  };
  readonly tasks: {
    readonly open: readonly ContextTask[];
    readonly overdue: number;
    readonly today: number;
  };
  readonly fieldReports: {
    readonly recent: readonly ReportNote[];
    readonly unansweredQuestions: readonly ReportNote[];
  };
  readonly people: {
    readonly users: readonly Shown<'users'>[];
    readonly contacts: readonly Shown<'contacts'>[];
  };
  readonly hardware: {
    readonly devices: readonly Shown<'devices'>[];
    readonly integrations: readonly Shown<'integrations'>[];
    readonly camerasUnregistered: FarmSnapshot['unregisteredCameras'];
  };
  /** The newest reading of every barn that has one. */
  readonly environment: readonly ContextClimate[];
  readonly medicine: {
    readonly items: readonly Shown<'medicine'>[];
    readonly lowStock: readonly Shown<'medicine'>[];
    readonly expired: readonly Shown<'medicine'>[];
  };
  readonly money90d: PeriodMoney;
  readonly history: ContextHistory;
}

/** The farm itself. */
export interface ContextFarm extends Shown<'farms'> {
  readonly currency: string;
  readonly timezone: string;
}

/** A barn and whether birds are inside. */
export interface ContextBarn extends Shown<'barns'> {
  readonly occupied: boolean;
  /** The id of the flock inside, of several the newest. */
  readonly flock: string | null;
  readonly densityKgM2: number | null;
  /** Why `densityKgM2` is null. */
  readonly densityReason: LoadReason | null;
}

/** A flock that is inside. */
export interface ContextFlock {
  readonly id: string;
  readonly code: string | null;
  readonly breed: string | null;
  readonly barnId: string;
  readonly status: string | null;
  readonly placementDate: CalendarDay;
  readonly plannedMarketDate: CalendarDay | null;
  readonly ageDays: number | null;
  readonly live: number | null;
  readonly cumMortality: number;
  readonly cumMortalityPct: number | null;
  readonly weight: {
    readonly g: number | null;
    readonly source: FlockWeight['source'];
    readonly date: CalendarDay;
    /** Fused without a weighing and without a calibrated camera. */
    readonly uncalibrated: boolean;
    /** Of the breed on `date`. */
    readonly standardG: number | null;
    readonly standardBasis: StandardBasis | null;
  } | null;
  /** The current weight: the measured weight projected to today. */
  readonly weightG: number | null;
  /** Of the breed today, g. */
  readonly standardG: number | null;
  readonly standardBasis: StandardBasis | null;
  /** Of `weightG` from `standardG`. */
  readonly deviationPct: number | null;
  /** The day of the measurement from which `weightG` is projected. */
  /** Whether the measurement is uncalibrated; null without one. */
  readonly weightUncalibrated: boolean | null;
  readonly weightDate: CalendarDay | null;
  /** Why `weightG` or `deviationPct` is null. */
  readonly weightReason: WeightReason | null;
  readonly lastLog: Shown<'daily-logs'> | null;
  readonly daysSinceLog: number | null;
  /** Of its barn, with all flocks in it. */
  readonly densityKgM2: number | null;
}

/** The newest reading of a barn. */
export interface ContextClimate {
  readonly barnId: string;
  readonly ts: string;
  readonly temp: number | null;
  readonly humidity: number | null;
  readonly co2: number | null;
  readonly nh3: number | null;
  readonly thi: number | null;
  /** Difference between the warmest and the coldest sensor; null with fewer than two. */
  readonly tempSpreadC: number | null;
  /**
   * Against the range for the age of the birds; `stale` without a current reading, `no_birds` where
   * none were inside.
   */
  readonly status: 'ok' | 'out_of_range' | 'stale' | 'no_birds';
  readonly outOfRange: readonly ClimateMeasure[];
  /** What the birds need at their age; null where none were inside. */
  readonly range: ClimateRange | null;
  /** Of the newest reading, at `ts`. */
  readonly ageMinutes: number;
  /** Where `status` is `stale`: the values at the time of the newest reading. */
  readonly last: ClimateReading | null;
}

/** What is told of the past. */
export interface ContextHistory {
  /** Logged days by flock, the oldest first: 60 of each, or 7. */
  readonly daily: readonly ContextDay[];
  /** The newest first: 200, or 20. */
  readonly events: readonly Shown<'events'>[];
  /** The farm's last 90 days added up by week, the oldest first. */
  readonly weeks: readonly ContextWeek[];
}

/** A logged day of a flock. */
export interface ContextDay {
  readonly flockId: string;
  readonly date: CalendarDay;
  readonly ageDays: number;
  /** At the end of the day. */
  readonly live: number | null;
  readonly mortality: number | null;
  readonly culls: number | null;
  readonly feedKg: number | null;
  readonly waterL: number | null;
  readonly avgWeightGr: number | null;
  readonly eggs: number | null;
  readonly eggsBroken: number | null;
}

/** A week of the farm; null where nothing was recorded. */
export interface ContextWeek {
  readonly weekStart: CalendarDay;
  readonly mortality: number | null;
  readonly culls: number | null;
  readonly feedKg: number | null;
  readonly waterL: number | null;
  readonly eggs: number | null;
  readonly soldBirds: number | null;
  readonly soldKg: number | null;
}

/** A task that is to be done still. */
export interface ContextTask extends Omit<TaskToday, 'dueDate'> {
  readonly status: string | null;
  readonly dueDate: CalendarDay | null;
  readonly barnId: string | null;
}

/**
 * The fields of rows that a context tells. Addresses, references to secrets and beginnings of
 * tokens are in none: a context is made to be handed on.
 */
export const shownFields = {
  farms: ['id', 'name', 'vertical', 'location', 'latitude', 'longitude', 'areaDunam'],
  barns: ['id', 'name', 'barnType', 'status', 'capacity', 'areaSqm', 'controller'],
  'daily-logs': [
    'id',
    'date',
    'mortality',
    'culls',
    'feedKg',
    'waterL',
    'avgWeightGr',
    'eggs',
    'eggsBroken',
    'tempMin',
    'tempMax',
    'humidity',
    'notes',
  ],
  alerts: [
    'id',
    'severity',
    'category',
    'title',
    'message',
    'status',
    'barnId',
    'flockId',
    'occurrences',
    'createdAt',
  ],
  users: ['id', 'name', 'role', 'lang', 'status'],
  contacts: ['id', 'name', 'kind', 'company', 'phone', 'language', 'barnId'],
  devices: ['id', 'name', 'kind', 'model', 'vendor', 'status', 'barnId', 'lastSeenAt'],
  integrations: [
    'id',
    'name',
    'kind',
    'vendor',
    'status',
    'barnId',
    'pollMinutes',
    'lastSuccessAt',
    'lastErrorAt',
  ],
  medicine: ['id', 'name', 'kind', 'quantity', 'unit', 'minQuantity', 'expiryDate'],
  events: ['id', 'ts', 'kind', 'title', 'details', 'barnId', 'flockId'],
} as const satisfies { readonly [N in ShownName]: readonly (keyof StoredOf<N>)[] };

type ShownName =
  | 'farms'
  | 'barns'
  | 'daily-logs'
  | 'alerts'
  | 'users'
  | 'contacts'
  | 'devices'
  | 'integrations'
  | 'medicine'
  | 'events';

/** A row with the fields that a context tells. */
export type Shown<N extends ShownName> = Pick<
  StoredOf<N>,
  Extract<(typeof shownFields)[N][number], keyof StoredOf<N>>
>;

/** The row with the fields that a context tells. */
export function shownRow<N extends ShownName>(resource: N, row: StoredOf<N>): Shown<N> {
  const shown: Record<string, unknown> = {};
  for (const name of shownFields[resource] as readonly (string & keyof StoredOf<N>)[])
    shown[name] = row[name];
  // Picking by a list of names cannot be followed by the compiler.
  return shown as Shown<N>;
}
