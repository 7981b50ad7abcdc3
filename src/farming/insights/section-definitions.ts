import type { InsightSection } from '../../model/core/insight-sections.ts';
import type { Steps } from '../../tools/concurrency.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { OtherSections } from '../core/section.ts';
import { actionPlanSection } from './action-plan-section.ts';
import { barnComparisonSection } from './barn-comparison-section.ts';
import { benchmarkSection } from './benchmark-section.ts';
import { cashflowSection } from './cashflow-section.ts';
import { type Insights, insightSteps, type SectionDefinitions } from './compute-insights.ts';
import { feedSection } from './feed-section.ts';
import { healthSection } from './health-section.ts';
import { laborSection } from './labor-section.ts';
import { leaksSection } from './leaks-section.ts';
import { marketSection } from './market-section.ts';
import { placementsSection } from './placements-section.ts';
import { profitSection } from './profit-section.ts';
import { riskSection } from './risk-section.ts';
import { suppliersSection } from './suppliers-section.ts';
import { weatherSection } from './weather-section.ts';
import { weightsSection } from './weights-section.ts';

/** The 15 sections of `/insights`. */
export const sectionDefinitions = {
  actionPlan: actionPlanSection,
  health: healthSection,
  profit: profitSection,
  leaks: leaksSection,
  benchmark: benchmarkSection,
  labor: laborSection,
  market: marketSection,
  feed: feedSection,
  cashflow: cashflowSection,
  barnComparison: barnComparisonSection,
  placements: placementsSection,
  suppliers: suppliersSection,
  weather: weatherSection,
  weights: weightsSection,
  risk: riskSection,
} satisfies SectionDefinitions;

/** Sections for what draws on them, without those that failed; and what these threw. */
export function* otherSteps(
  snapshot: FarmSnapshot,
  sections: readonly InsightSection[],
): Steps<{ readonly others: OtherSections; readonly failures: Insights['failures'] }> {
  const computed = yield* insightSteps(snapshot, sections, sectionDefinitions);
  const failed = computed.failures.map(({ section }) => section);
  const done = Object.entries(computed.sections).filter(
    ([section]) => !(failed as readonly string[]).includes(section),
  );
  return { others: Object.fromEntries(done), failures: computed.failures };
}
