/** What phrases of time mean; the slots in braces are filled by their templates. */
export const timeMeanings = [
  'now',
  'today',
  'yesterday',
  'day_before_yesterday',
  'tomorrow',
  'day_after_tomorrow',
  'last_night',
  'this_week',
  'last_week',
  'next_week',
  'this_month',
  'last_month',
  'next_month',
  'this_year',
  'last_year',
  // With {number}.
  'days_ago',
  'weeks_ago',
  'months_ago',
  'in_days',
  'in_weeks',
  'last_days',
  'last_weeks',
  'last_months',
  'last_hours',
  // The name of a weekday may be a number too. With {weekday}: the one that was last, or comes next where something is to be done.
  'weekday',
  // With {weekday}: the one before today.
  'last_weekday',
  'next_weekday',
  // Of the flock; `flock_day` with {number}.
  'since_placement',
  'flock_day',
  // With {weekday}: that of the week before or after this one.
  'weekday_of_last_week',
  'weekday_of_next_week',
  // With {month}, and {year} where it is named.
  'month',
  // With {date}; `range` with {from} and {to}, or {from_day} and {to}.
  'date',
  'since_date',
  'range',
  // With {day}: of the month before this one.
  'day_of_last_month',
] as const;

export type TimeMeaning = (typeof timeMeanings)[number];
