/** Data that cannot be right. */
export const dataQuality = {
  'dataQuality.negative_population': 'Flock {flock}: {gone} have left it, but only {placed} came.',
  'dataQuality.duplicate_log':
    '{count, plural, one {# log} other {# logs}} of the same flock on {day}; the one changed last counts.',
  'dataQuality.age_mismatch':
    'The log of {day} says an age of {logged}; by the placement it is {age}.',
  'dataQuality.eggs_broken_gt_eggs':
    'On {day} more eggs were broken than collected: {broken} against {eggs}.',
  'dataQuality.temp_order':
    'The temperatures of {day} contradict each other: {pair, select, minAvg {lowest {low}, mean {high}} avgMax {mean {low}, highest {high}} other {lowest {low}, highest {high}}}.',
  'dataQuality.future_date': 'The date lies ahead: {day}.',
  'dataQuality.zero_streak':
    'Flock {flock}: no deaths for {days}, from {from} to {to}; so many birds always lose some.',
  'dataQuality.identical_values':
    'Flock {flock}: the same figures for {days}, from {from} to {to}.',
  'dataQuality.suspect_value': 'Flock {flock}: {what}',
  'suspect.range':
    '{field, select, avgWeightGr {body weight} other {sale weight}} of {value} on {day}; {low} to {high} would be plausible.',
  'suspect.most':
    '{field, select, feedKg {feed eaten:} other {water drunk:}} {value} on {day}; at most {high} would be plausible.',
  'suspect.breed': 'No standard is known for the breed “{breed}”. Did you mean {suggestion}?',
  'suspect.ask':
    '{isBreed, select, yes {Store the flock with this breed anyway?} other {Store it anyway? What cannot be right stays out of all figures.}}',
  'suspect.notStored': 'Nothing was stored.',
  'suspect.stored':
    'The {field, select, avgWeightGr {body weight} feedKg {feed eaten} waterL {water drunk} other {sale weight}} cannot be right. It was stored, but is left out of all figures.',
  'dataQuality.weight_jump':
    'Flock {flock}: from {from} on {fromDay} to {to} on {toDay}, {pct} a day.',
  'dataQuality.log_before_placement':
    'The log of {day} is older than the placement on {placement}.',
} as const;
