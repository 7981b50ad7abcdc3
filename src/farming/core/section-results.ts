import type { MadeSection } from '../../model/answers/insights.ts';
import type { OtherSections, SectionFrame } from './section.ts';

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
  'flockId' | 'status' | 'cumMortalityPct' | 'expectedCumMortalityPct' | 'score' | 'grade'
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
  'kind' | 'flockId' | 'barnId' | 'amount' | 'evidence' | 'confidence'
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
export type UsedWeather = Pick<MadeSection<'weather'>, 'heatRisk' | 'maxThi'> & {
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
