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

/** What could go wrong on a farm, by the names that answers give it. */
export const riskItems = [
  'disease',
  'heat',
  'feed_out',
  'overweight_or_density',
  'cash',
  'price',
  'data_blind',
  'equipment',
  'compliance',
  'medicine',
  'single_supplier',
  'people',
] as const;

export type RiskItem = (typeof riskItems)[number];
