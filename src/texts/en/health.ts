/** What takes points of the health of a flock. */
export const health = {
  'health.driver.mortality': '{own} of the birds have died; {expected} would be usual at this age.',
  'health.driver.spike':
    '{count, plural, one {# bird died} other {# birds died}} in a day{basis, select, far {, far more than before ({usual} a day)} more {, before it was {usual} a day} other {}}.',
  'health.driver.water': 'The birds drank {drop} less than the days before.',
  'health.driver.weight': 'The birds weigh {below} less than the standard of the breed.',
  'health.driver.heat': 'It was too hot for the birds for {hours} in the last day.',
  'health.driver.ammonia': 'Ammonia rose to {highest}.',
  'health.driver.laying': 'The hens lay {own}; {standard} would be usual at this age.',
  'health.driver.alert': 'A critical alert is open: {title}',
} as const;
