import type { fixSchema, sharedSchemas } from '../../model/answers/core/shared-schemas.ts';
import type { MadeSection } from '../../model/answers/insights.ts';
import type { Made } from '../../model/api/json-schema.ts';
import type { InsightSection } from '../../model/core/insight-sections.ts';
import { message } from '../../model/core/message.ts';
import type { FarmSnapshot, SnapshotPart } from './farm-snapshot.ts';

/** Whether there were data for all of an answer, some of it, or none. */
export type DataStatus = SectionFrame['status'];

/** The call that puts something right, as it can be sent; null in a body is for the caller to fill in. */
export type Fix = Made<typeof fixSchema>;

/** Something without which a figure cannot be computed. */
export type MissingData = Made<typeof sharedSchemas.MissingData>;

/** What every section answers with, beside its own figures. */
export type SectionFrame = Pick<MadeSection<'health'>, 'status' | 'asOf' | 'missing'>;

/** A section as it is declared: what it reads, which other sections it draws on, and its figures. */
export interface SectionDefinition<
  P extends SnapshotPart = SnapshotPart,
  U extends InsightSection = InsightSection,
  F extends SectionFrame = SectionFrame,
> {
  readonly parts: readonly P[];
  /** Sections whose results it uses; one that failed is absent from `others`. */
  readonly uses: readonly U[];
  readonly compute: (snapshot: FarmSnapshot<P>, others: OtherSections) => F;
}

/** The results of the sections that were named in `uses` and did not fail. */
export type OtherSections = { readonly [S in InsightSection]?: SectionFrame };

/** Equipment and neighbours, which many a farm does without: what lacks them is complete. */
const EXTRAS: readonly string[] = ['no_env_readings', 'no_camera', 'group_too_small'];

/** How complete the figures of one flock or barn are, by what is missing of them. */
export function rowStatus(isKnown: boolean, missing: readonly MissingData[]): DataStatus {
  if (!isKnown) return 'not_enough_data';
  return missing.every(({ code }) => EXTRAS.includes(code)) ? 'ok' : 'partial';
}

/** How complete a section is, by its rows: with none, there is not enough for it. */
export function sectionStatus(rows: readonly DataStatus[]): DataStatus {
  if (rows.every((status) => status === 'not_enough_data')) return 'not_enough_data';
  return rows.every((status) => status === 'ok') ? 'ok' : 'partial';
}

/** Each missing thing once, in the order in which they came up. */
export function distinctMissing(missing: readonly MissingData[]): MissingData[] {
  const known = new Map<string, MissingData>();
  for (const item of missing) {
    const key = [item.code, item.flockId, item.barnId, item.fix?.path].join('|');
    if (!known.has(key)) known.set(key, item);
  }
  return [...known.values()];
}

/** The sections that were to be used and could not be computed. */
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

/** A figure of each flock in the rows of another section; empty where that section failed. */
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

/** What sections that draw on others use of each; one that failed is absent. */
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

/** The section cashflow. */
export type UsedCashflow = SectionFrame & {
  readonly weeks: readonly (Pick<CashWeek, 'weekStart' | 'kind' | 'net' | 'cumulative'> & {
    readonly items: readonly Pick<CashWeek['items'][number], 'direction' | 'id'>[];
  })[];
};

type HealthRow = MadeSection<'health'>['flocks'][number];

/** A flock of the section health. */
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

/** A flock of the section feed. */
export type UsedFeed = Pick<
  MadeSection<'feed'>['flocks'][number],
  'flockId' | 'daysLeft' | 'nextOrderBy' | 'suggestedOrderKg'
>;

/** A flock of the section weights. */
export type UsedWeight = Pick<
  MadeSection<'weights'>['flocks'][number],
  'flockId' | 'deviationPct' | 'daysSinceManual' | 'weightUncalibrated'
>;

/** A row of the section leaks. */
export type UsedLeak = Pick<
  MadeSection<'leaks'>['rows'][number],
  'kind' | 'flockId' | 'barnId' | 'amount' | 'isLowerBound' | 'evidence' | 'confidence'
>;

type PlacementRow = MadeSection<'placements'>['barns'][number];

/** A barn of the section placements. */
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

/** The section weather. */
type UsedWeather = Pick<MadeSection<'weather'>, 'heatRisk' | 'maxThi'> & {
  readonly actions: readonly Pick<MadeSection<'weather'>['actions'][number], 'fix'>[];
};

type SellWindow = MadeSection<'market'>['sellWindow'][number];

/** The section market. */
export interface UsedMarket {
  readonly price: Pick<MadeSection<'market'>['price'], 'trendPctPer30d'>;
  readonly sellWindow: readonly (Pick<
    SellWindow,
    'flockId' | 'bestDate' | 'verdict' | 'weightUncalibrated'
  > & { readonly days: readonly Pick<SellWindow['days'][number], 'date' | 'net'>[] })[];
}

/** The results of other sections with what is known of them. */
export function usedSections(others: OtherSections): UsedSections {
  // A result carries the figures of its section, which the frame common to all cannot say.
  return others as UsedSections;
}
