/** Topics of questions. Every lexicon has phrases for each of them. */
export const topics = [
  // General questions.
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
  // Feed and water.
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

/** Words that ask for a kind of answer. */
export const askingConcepts = [
  'how_many',
  'how_much',
  'what',
  'when',
  'who',
  'which',
  'is_there',
] as const;

/** Ways of asking. */
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

/** A word of the language-independent vocabulary; phrases of every language map to it. */
export type Concept = Topic | WayOfAsking;

const MODIFIERS: ReadonlySet<string> = new Set(modifiers);

/** Whether a concept is a way of asking rather than a topic. */
export function isModifier(concept: Concept): concept is WayOfAsking {
  return MODIFIERS.has(concept);
}

/** Words that relate the values of any measure to something else. */
export const modifierNames = [
  // With a number before or after it.
  'above',
  'below',
  // Counted or named instead of the value.
  'days',
  'whichDay',
  'hours',
  // With a superlative.
  'second',
  'third',
  'reason',
  // With another period, or a question for a reason.
  'more',
  'less',
  'firstWeek',
  // With a target mass of birds.
  'reach',
  // With a day ahead.
  'upTo',
  'usual',
  // In a question for a reason: "why do they not grow".
  'not',
] as const;

export type Modifier = (typeof modifierNames)[number];
