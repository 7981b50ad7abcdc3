/** What is missing for figures of birds; its keys are the codes behind `missing.`. */
export const missingData = {
  'missing.no_barns': 'The farm has no barn yet.',
  'missing.no_live_flocks': 'No flock is in any barn.',
  'missing.no_birds_placed': 'How many birds flock {flock} began with is not recorded.',
  'missing.negative_population':
    'More birds of flock {flock} died, were culled or were sold than came.',
  'missing.breed_unknown': 'No breed table fits flock {flock}, so there is no standard for it.',
  'missing.no_daily_logs': 'Flock {flock} has no daily log at all.',
  'missing.no_mortality_logs':
    'Deaths in flock {flock} were not logged on more than two of the last seven days.',
  'missing.no_water_logs':
    'The water of flock {flock} is not logged every day, so a drop would not be seen.',
  'missing.too_young':
    'Flock {flock} is younger than 7 days: feed conversion, efficiency and grades mean nothing yet.',
  'missing.sale_weight_missing':
    'A sale of flock {flock} has no weight, so its feed conversion is not known.',
  'missing.sale_weight_suspect':
    'The weight of a sale of flock {flock} cannot be right, so its feed conversion is not known.',
  'missing.no_weight_7d': 'Flock {flock} has no weight of the last seven days.',
  'missing.weight_uncalibrated':
    'The weight of flock {flock} comes from cameras that were not compared with scales: it is not reliable.',
  'missing.weighing_stale': 'Flock {flock} was last weighed too long ago to know its weight today.',
  'missing.age_out_of_range': 'The breed table has no weight for the age of flock {flock}.',
  'missing.no_env_readings': 'Nothing was measured in {barn} in the last 24 hours.',
  'missing.no_camera': 'No camera weighs the birds in {barn}.',
  'missing.no_feed_logs': 'The feed of flock {flock} is logged on too few days.',
  'missing.no_deliveries': 'No delivery of feed is recorded for flock {flock}.',
  'missing.deliveries_incomplete':
    'Flock {flock} ate more feed than was delivered: a delivery is not recorded.',
  'missing.no_barn_area': 'The floor area of {barn} is not recorded.',
} as const;
