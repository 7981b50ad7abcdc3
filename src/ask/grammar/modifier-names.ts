/** Words that relate the values of a measure to something, whatever is measured. */
export const modifierNames = [
  // With a number behind or before it.
  'above',
  'below',
  // What is counted or named instead of the value.
  'days',
  'whichDay',
  'hours',
  // With a superlative.
  'second',
  'third',
  'reason',
  // With another period, or a reason that is asked for.
  'more',
  'less',
  'firstWeek',
  // With a day ahead.
  'upTo',
  'usual',
  // In a question for a reason: "why do they not grow".
  'not',
] as const;

export type Modifier = (typeof modifierNames)[number];
