/** The 15 sections of `/insights`, in response order. */
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

/** The risks of a farm, by their names in responses. */
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
