/** What is missing to plan the next flock of a barn. */
export const placements = {
  'placements.no_area_or_capacity':
    '{what, select, areaSqm {The floor area of {barn} is not known.} capacity {The capacity of {barn} is not known.} other {The floor area and the capacity of {barn} are not known.}}',
  'placements.no_target_weight': 'No flock of {barn} has a target weight; {weight} is assumed.',
} as const;
