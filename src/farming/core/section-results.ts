import type { Message } from '../../model/core/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { DataStatus, Fix, OtherSections, SectionFrame } from './section.ts';

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
  readonly suppliers?: SectionFrame & {
    readonly concentrationPct: { readonly feed: number | null; readonly chicks: number | null };
  };
  readonly actionPlan?: SectionFrame & { readonly items: readonly UsedPlanItem[] };
  readonly risk?: SectionFrame & { readonly score: number | null; readonly level: string | null };
}

/** The section cashflow. */
export interface UsedCashflow extends SectionFrame {
  readonly weeks: readonly {
    readonly weekStart: CalendarDay;
    readonly kind: 'actual' | 'forecast';
    readonly net: number;
    readonly cumulative: number;
    readonly items: readonly { readonly direction: 'in' | 'out'; readonly id?: string }[];
  }[];
}

/** Something to do, of the section actionPlan. */
export interface UsedPlanItem {
  readonly rank: number;
  readonly kind: string;
  readonly title: Message;
}

/** A flock of the section health. */
export interface UsedHealth {
  readonly flockId: string;
  readonly status: DataStatus;
  readonly spike: { readonly flag: boolean; readonly severity: 'warning' | 'critical' | null };
  readonly cumMortalityPct: number | null;
  readonly expectedCumMortalityPct: number | null;
  readonly env: {
    readonly heatStressHours24: number | null;
    readonly outOfRangeMinutes24: number | null;
    readonly nh3Max24: number | null;
    readonly co2Max24: number | null;
  };
  readonly score: number | null;
  readonly grade: string | null;
  readonly drivers: readonly { readonly message: Message }[];
}

/** A flock of the section feed. */
export interface UsedFeed {
  readonly flockId: string;
  readonly daysLeft: number | null;
  readonly nextOrderBy: CalendarDay | null;
  readonly suggestedOrderKg: number | null;
}

/** A flock of the section weights. */
export interface UsedWeight {
  readonly flockId: string;
  readonly deviationPct: number | null;
  readonly daysSinceManual: number | null;
  readonly weightUncalibrated: boolean | null;
}

/** A row of the section leaks. */
export interface UsedLeak {
  readonly kind: string;
  readonly flockId: string | null;
  readonly barnId: string | null;
  readonly amount: number | null;
  readonly evidence: Readonly<Record<string, unknown>>;
  readonly confidence: number;
}

/** A barn of the section placements. */
export interface UsedPlacement {
  readonly barnId: string;
  readonly name: string;
  readonly state: string;
  readonly flockId: string | null;
  readonly readyDate: CalendarDay | null;
  readonly suggestedPlacementDate: CalendarDay | null;
  readonly planned: { readonly flockId: string; readonly date: CalendarDay } | null;
  readonly densityKgM2: number | null;
  readonly densityLimitKgM2: number | null;
  readonly maxBirds: number | null;
  readonly overcrowdedAt: CalendarDay | null;
}

/** The section weather. */
export interface UsedWeather {
  readonly heatRisk: 'none' | 'mild' | 'warning' | 'critical' | null;
  readonly maxThi: number | null;
  readonly actions: readonly { readonly fix: Fix }[];
}

/** The section market. */
export interface UsedMarket {
  readonly price: { readonly trendPctPer30d: number | null };
  readonly sellWindow: readonly {
    readonly flockId: string;
    readonly bestDate: CalendarDay | null;
    readonly verdict: 'wait' | 'on_best_date' | 'now' | null;
    readonly weightUncalibrated: boolean;
    readonly days: readonly { readonly date: CalendarDay; readonly net: number | null }[];
  }[];
}

/** The results of other sections with what is known of them. */
export function usedSections(others: OtherSections): UsedSections {
  // A result carries the figures of its section, which the frame common to all cannot say.
  return others as UsedSections;
}
