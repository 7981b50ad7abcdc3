import type { SymbolName } from '../lexicon/lexicon.ts';
import type { MeasureDefinition, Period } from '../measure.ts';
import { type MeasureName, measures } from '../measures/measures.ts';
import { findPeriod, type Span } from '../text/scan.ts';
import type { NamedRecords } from './pick-slots.ts';
import { findConcepts } from './rank-measures.ts';
import type { SentenceContext } from './read-sentence.ts';
import type { Understanding } from './understanding.ts';

type Reading = Extract<Understanding, { kind: 'question' }>;

interface FoundMeasure {
  readonly measure: MeasureName;
  readonly spans: readonly Span[];
  readonly records: NamedRecords;
}

/** The intended measure when days or places accompany the words of another one. */
export function narrowedMeasure(
  { measure, spans, records }: FoundMeasure,
  { calendar: { today } }: SentenceContext,
): MeasureName {
  const days = spans.map(findPeriod).filter((period) => period?.kind === 'days');
  const isPlaced = records.barns.length + records.flocks.length > 0;
  const isAhead = days.some(({ to }) => to > today);
  if (MONEY.has(measure)) return ofMoney({ measure, spans, records }, isAhead && !isPlaced);
  switch (measure) {
    case 'bestBarn':
      return records.barns.length > 1 ? 'compareFlocks' : measure;
    case 'flockProfit':
      // Money earned on past days is not the expected profit of a flock.
      return days.length > 0 && !isPlaced ? 'netMoney' : measure;
    case 'healthScore':
      return days.some(({ to }) => to < today) ? 'briefing' : measure;
    case 'needsMe':
      // For another day, only the tasks are known; for a barn, its alerts.
      if (isAhead) return 'tasks';
      return records.barns.length > 0 ? 'alerts' : measure;
    default:
      return measure;
  }
}

function ofMoney({ measure, spans, records }: FoundMeasure, isExpected: boolean): MeasureName {
  const isAboutSale = measure === 'revenue' && spans.flatMap(findConcepts).includes('sale');
  if (isExpected && !isAboutSale) return 'netMoney';
  return measure === 'moneySpent' && isAboutLife(spans, records) ? 'flockCost' : measure;
}

const MONEY: ReadonlySet<MeasureName> = new Set<MeasureName>(['moneySpent', 'revenue', 'netMoney']);

/**
 * Whether all costs of a flock are requested, as in "what did flock B1 cost": no days and no
 * category.
 */
function isAboutLife(spans: readonly Span[], { barns, flocks }: NamedRecords): boolean {
  const times = spans.map(findPeriod).filter((one) => one !== undefined);
  const isPlaced = barns.length + flocks.length > 0;
  const isSinceStart = times.length > 0 && times.every(({ kind }) => kind === 'since_placement');
  const isAboutCategory = spans.some(({ senses }) => senses.some(({ kind }) => kind === 'word'));
  const isOfFlock = times.length === 0 && flocks.length > 0;
  return isPlaced && !isAboutCategory && (isSinceStart || isOfFlock);
}

/** Which tasks were overdue in October, or will be, is not known. */
export function isOverdueThen(
  { intent, question: { slots, period } }: Reading,
  today: string,
): boolean {
  if (intent !== 'tasks' || slots['when'] !== 'overdue' || period === undefined) return false;
  return period.from > today || (period.from < period.to && period.to < today);
}

/** "Did we sell more birds in October" may compare numbers of birds, not money. */
export function comparesSales(
  { intent, question }: Pick<Reading, 'intent' | 'question'>,
  symbols: ReadonlySet<SymbolName>,
): boolean {
  const isSelling = symbols.has('verb.sell') || symbols.has('sale');
  return (
    intent === 'revenue' && question.versus !== undefined && isSelling && !symbols.has('money')
  );
}

/** Whether days begin before today and end after it. */
export function isAround(period: Period | undefined, today: string): boolean {
  return period !== undefined && period.from < today && period.to > today;
}

/** The bids with a barn are those on the tenders whose titles name it. */
export function bidsOfBarn(reading: Reading, { names }: SentenceContext): Reading {
  const { intent, question } = reading;
  const { barnIds = [], flockIds = [] } = question.scope;
  const [barn, ...others] = names.barns.filter(({ id }) => barnIds.includes(id));
  if (intent !== 'cheapestBid' || !barn || others.length + flockIds.length > 0) return reading;
  return { ...reading, question: { ...question, slots: { ...question.slots, place: barn.name } } };
}

/** Measures of the whole farm whose answers still include single places. */
const MEASURES_WITH_PLACES: ReadonlySet<MeasureName> = new Set<MeasureName>([
  'briefing',
  'barns',
  'flocks',
  'bestBarn',
]);

/** A figure of the whole farm is not given as that of a barn. */
export function hasWrongPlace({ intent, question }: Reading): boolean {
  const definition: MeasureDefinition = measures[intent];
  const isOfFarm = definition.per === 'farm' && !MEASURES_WITH_PLACES.has(intent);
  return (
    isOfFarm && Object.keys(question.scope).length > 0 && question.slots['place'] === undefined
  );
}
