/** What questions are about. Every lexicon has phrases for each of them. */
export const topics = [
  // What is asked for as a whole.
  'attention',
  'setup',
  'gaps',
  'weather',
  'briefing',
  'health',
  'help',
  // Birds.
  'birds',
  'alive',
  'mortality',
  'culls',
  'spike',
  'age',
  'weight',
  'weighing',
  'standard',
  'acceptable',
  'uniformity',
  'eggs',
  'laying',
  'broken',
  'density',
  'placement',
  'gain',
  'efficiency',
  'capacity',
  'next',
  // What they eat and drink.
  'feed',
  'eaten',
  'per_bird',
  'conversion',
  'left',
  'order',
  'delivery',
  'water',
  'ratio',
  // Climate.
  'temperature',
  'humidity',
  'ammonia',
  'co2',
  'heat_stress',
  // Work.
  'alert',
  'open',
  'log',
  'missing',
  'question',
  'unanswered',
  'task',
  'overdue',
  // Health.
  'medicine',
  'expiry',
  'low_stock',
  'stock',
  'treatment',
  'withdrawal',
  'forbidden',
  // Money.
  'money',
  'spent',
  'revenue',
  'profit',
  'net',
  'cost',
  'price',
  'per_kg',
  'sale',
  'market_date',
  'bid',
  // People and machines.
  'contact',
  'phone',
  'camera',
  'device',
  'offline',
  'camera_count',
  // Parts of the business.
  'barn',
  'flock',
  'farm',
] as const;

/** Words that ask for an answer of some kind. */
export const askingConcepts = [
  'how_many',
  'how_much',
  'what',
  'when',
  'who',
  'which',
  'is_there',
] as const;

/** How things are asked for. */
export const modifiers = [
  ...askingConcepts,
  'average',
  'total',
  'lowest',
  'highest',
  'best',
  'worst',
  'cheapest',
  'list',
  'compare',
  'trend',
  'last',
  'now',
  'each',
] as const;

export type Topic = (typeof topics)[number];
type WayOfAsking = (typeof modifiers)[number];

/** A word of the language-independent vocabulary that phrases of every language stand for. */
export type Concept = Topic | WayOfAsking;

const MODIFIERS: ReadonlySet<string> = new Set(modifiers);

/** Whether a concept says how something is asked for, not what. */
export function isModifier(concept: Concept): concept is WayOfAsking {
  return MODIFIERS.has(concept);
}

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
  // With a mass that birds grow to.
  'reach',
  // With a day ahead.
  'upTo',
  'usual',
  // In a question for a reason: "why do they not grow".
  'not',
] as const;

export type Modifier = (typeof modifierNames)[number];
