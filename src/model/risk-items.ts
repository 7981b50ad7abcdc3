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
