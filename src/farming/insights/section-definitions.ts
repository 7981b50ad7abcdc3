import { actionPlanSection } from './action-plan-section.ts';
import { barnComparisonSection } from './barn-comparison-section.ts';
import { benchmarkSection } from './benchmark-section.ts';
import { cashflowSection } from './cashflow-section.ts';
import type { SectionDefinitions } from './compute-insights.ts';
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
