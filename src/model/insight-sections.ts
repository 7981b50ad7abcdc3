/** The 15 sections of `/insights`, in the order in which they are answered. */
export const insightSections = [
  'actionPlan',
  'health',
  'profit',
  'leaks',
  'benchmark',
  'labor',
  'market',
  'feed',
  'cashflow',
  'barnComparison',
  'placements',
  'suppliers',
  'weather',
  'weights',
  'risk',
] as const;

export type InsightSection = (typeof insightSections)[number];
