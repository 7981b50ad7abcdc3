/** What is missing for prices and the days to sell. */
export const market = {
  'market.no_sales': 'No sale tells what a kilogram brings.',
  'market.no_feed_cost':
    'No delivery tells what feed costs, so what another day costs is not known.',
  'market.no_target_weight': 'Flock {flock} has no target weight.',
  'market.breed_unknown': 'No breed table fits flock {flock}, so its growth cannot be projected.',
  'market.no_area': 'The floor area of {barn} is not recorded.',
} as const;
