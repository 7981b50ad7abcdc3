import type { fixSchema, sharedSchemas } from '../../model/answers/core/shared-schemas.ts';
import type { MadeSection } from '../../model/answers/insights.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { InsightSection } from '../../model/core/insight-sections.ts';
import { message } from '../../model/core/message.ts';
import type { FarmSnapshot, SnapshotPart } from './farm-snapshot.ts';

/** Whether the data for an answer were complete, partial or absent. */
export type DataStatus = SectionFrame['status'];

/**
 * A call that fixes a problem, ready to send; the caller supplies values that are null in the body.
 */
export type Fix = Made<typeof fixSchema>;

/** A missing input of a figure. */
export type MissingData = Made<typeof sharedSchemas.MissingData>;

/** The fields common to all sections. */
export type SectionFrame = Pick<MadeSection<'health'>, 'status' | 'asOf' | 'missing'>;

/**
 * The declaration of a section: its snapshot parts, the other sections it uses, and its figures.
 */
export interface SectionDefinition<
  P extends SnapshotPart = SnapshotPart,
  U extends InsightSection = InsightSection,
  F extends SectionFrame = SectionFrame,
> {
  readonly parts: readonly P[];
  /** Sections whose results it uses; a failed one is absent from `others`. */
  readonly uses: readonly U[];
  readonly compute: (snapshot: FarmSnapshot<P>, others: OtherSections) => F;
}

/** The results of the sections listed in `uses` that did not fail. */
export type OtherSections = { readonly [S in InsightSection]?: SectionFrame };

/** Optional equipment and peer data; a section is complete without them. */
const EXTRAS: readonly string[] = ['no_env_readings', 'no_camera', 'group_too_small'];

/** The completeness of the figures of one flock or barn, from its missing data. */
export function rowStatus(isKnown: boolean, missing: readonly MissingData[]): DataStatus {
  if (!isKnown) return 'not_enough_data';
  return missing.every(({ code }) => EXTRAS.includes(code)) ? 'ok' : 'partial';
}

/** The completeness of a section, from its rows; insufficient without rows. */
export function sectionStatus(rows: readonly DataStatus[]): DataStatus {
  if (rows.every((status) => status === 'not_enough_data')) return 'not_enough_data';
  return rows.every((status) => status === 'ok') ? 'ok' : 'partial';
}

/** The missing items without duplicates, in order of first appearance. */
export function distinctMissing(missing: readonly MissingData[]): MissingData[] {
  const distinct = new Map<string, MissingData>();
  for (const item of missing) {
    const key = isOneFact(item)
      ? [item.fix?.path, item.field].join('|')
      : [item.code, item.flockId, item.barnId, item.fix?.path].join('|');
    if (!distinct.has(key)) distinct.set(key, item);
  }
  return [...distinct.values()];
}

/** Properties whose absence sections report with different codes and texts. */
const FACTS: readonly unknown[] = ['areaSqm', 'targetWeightKg'];

/** Whether every report of a missing value means the same fact: an unset property of a row. */
function isOneFact({ field, fix }: MissingData): boolean {
  return FACTS.includes(field) && fix?.method === 'PATCH';
}

/** The requested sections that could not be computed. */
export function failedSections(
  uses: readonly InsightSection[],
  others: OtherSections,
): MissingData[] {
  return uses
    .filter((section) => others[section] === undefined)
    .map((section) => ({
      code: 'section_failed',
      message: message('insights.failed', { section }),
    }));
}

/** A figure per flock, from the rows of another section; empty when that section failed. */
export function figuresOfFlocks(
  section: SectionFrame | undefined,
  name: string,
): ReadonlyMap<string, number> {
  const rows: readonly unknown[] =
    section && 'flocks' in section && Array.isArray(section.flocks) ? section.flocks : [];
  return new Map(rows.flatMap((row) => figureOf(row, name)));
}

function figureOf(row: unknown, name: string): [string, number][] {
  if (typeof row !== 'object' || row === null) return [];
  const values = new Map<string, unknown>(Object.entries(row));
  const [flockId, value] = [values.get('flockId'), values.get(name)];
  return typeof flockId === 'string' && typeof value === 'number' ? [[flockId, value]] : [];
}

/** The fields that sections use from each other; a failed section is absent. */
export interface UsedSections {
  readonly health?: SectionFrame & { readonly flocks: readonly UsedHealth[] };
  readonly feed?: SectionFrame & { readonly flocks: readonly UsedFeed[] };
  readonly weights?: SectionFrame & { readonly flocks: readonly UsedWeight[] };
  readonly leaks?: SectionFrame & { readonly rows: readonly UsedLeak[] };
  readonly placements?: SectionFrame & { readonly barns: readonly UsedPlacement[] };
  readonly weather?: SectionFrame & UsedWeather;
  readonly cashflow?: UsedCashflow;
  readonly market?: SectionFrame & UsedMarket;
  readonly suppliers?: SectionFrame & Pick<MadeSection<'suppliers'>, 'concentrationPct'>;
  readonly actionPlan?: MadeSection<'actionPlan'>;
  readonly risk?: SectionFrame & Pick<MadeSection<'risk'>, 'score' | 'level'>;
}

type CashWeek = MadeSection<'cashflow'>['weeks'][number];

export type UsedCashflow = SectionFrame & {
  readonly weeks: readonly (Pick<CashWeek, 'weekStart' | 'kind' | 'net' | 'cumulative'> & {
    readonly items: readonly Pick<CashWeek['items'][number], 'direction' | 'id'>[];
  })[];
};

type HealthRow = MadeSection<'health'>['flocks'][number];

/** A flock in the health section. */
export type UsedHealth = Pick<
  HealthRow,
  | 'flockId'
  | 'status'
  | 'cumMortalityPct'
  | 'mortalityDays'
  | 'mortalityDaysUnlogged'
  | 'expectedCumMortalityPct'
  | 'score'
  | 'grade'
> & {
  readonly spike: Pick<HealthRow['spike'], 'flag' | 'severity'>;
  readonly env: Pick<
    HealthRow['env'],
    'heatStressHours24' | 'outOfRangeMinutes24' | 'nh3Max24' | 'co2Max24'
  >;
  readonly drivers: readonly Pick<HealthRow['drivers'][number], 'message'>[];
};

/** A flock in the feed section. */
export type UsedFeed = Pick<
  MadeSection<'feed'>['flocks'][number],
  'flockId' | 'daysLeft' | 'stockEstimated' | 'nextOrderBy' | 'suggestedOrderKg'
>;

/** A flock in the weights section. */
export type UsedWeight = Pick<
  MadeSection<'weights'>['flocks'][number],
  'flockId' | 'deviationPct' | 'daysSinceManual' | 'weightUncalibrated'
>;

/** A row of the leaks section. */
export type UsedLeak = Pick<
  MadeSection<'leaks'>['rows'][number],
  'kind' | 'flockId' | 'barnId' | 'amount' | 'isLowerBound' | 'evidence' | 'confidence'
>;

type PlacementRow = MadeSection<'placements'>['barns'][number];

/** A barn in the placements section. */
export type UsedPlacement = Pick<
  PlacementRow,
  | 'barnId'
  | 'name'
  | 'state'
  | 'flockId'
  | 'readyDate'
  | 'suggestedPlacementDate'
  | 'densityKgM2'
  | 'densityLimitKgM2'
  | 'maxBirds'
  | 'overcrowdedAt'
> & {
  readonly planned: Pick<NonNullable<PlacementRow['planned']>, 'flockId' | 'date'> | null;
};

type UsedWeather = Pick<MadeSection<'weather'>, 'heatRisk' | 'maxThi'> & {
  readonly actions: readonly Pick<MadeSection<'weather'>['actions'][number], 'fix'>[];
};

type SellWindow = MadeSection<'market'>['sellWindow'][number];

export interface UsedMarket {
  readonly price: Pick<MadeSection<'market'>['price'], 'trendPctPer30d'>;
  readonly sellWindow: readonly (Pick<
    SellWindow,
    'flockId' | 'bestDate' | 'verdict' | 'weightUncalibrated'
  > & { readonly days: readonly Pick<SellWindow['days'][number], 'date' | 'net'>[] })[];
}

/** The results of other sections with their own types. */
export function usedSections(others: OtherSections): UsedSections {
  // A result contains the figures of its section, which the common type does not declare.
  return others as UsedSections;
}
