import type { MeasureName } from '../measures/measures.ts';
import { periodOf, type Span } from '../text/scan.ts';
import type { NamedRecords } from './pick-slots.ts';
import { conceptsOf } from './rank-measures.ts';
import type { SentenceContext } from './read-sentence.ts';

interface FoundMeasure {
  readonly measure: MeasureName;
  readonly spans: readonly Span[];
  readonly records: NamedRecords;
}

/** The measure that is meant where days or places are named beside the words of another one. */
export function narrowedMeasure(
  { measure, spans, records }: FoundMeasure,
  { calendar }: SentenceContext,
): MeasureName {
  const days = spans.map(periodOf).filter((period) => period?.kind === 'days');
  if (measure === 'bestBarn' && records.barns.length > 1) return 'compareFlocks';
  if (MONEY.has(measure)) {
    const isAhead = days.some(({ to }) => to > calendar.today);
    const isOfSale = measure === 'revenue' && spans.flatMap(conceptsOf).includes('sale');
    const isOfFarm = records.barns.length + records.flocks.length === 0;
    if (isAhead && isOfFarm && !isOfSale) return 'netMoney';
    return measure === 'moneySpent' && isOfLife(spans, records) ? 'flockCost' : measure;
  }
  if (measure === 'healthScore' && days.some(({ to }) => to < calendar.today)) return 'briefing';
  if (measure !== 'needsMe') return measure;
  // What needs attention on another day is known from the tasks only, in a barn from its alerts.
  if (days.some(({ to }) => to > calendar.today)) return 'tasks';
  return records.barns.length > 0 ? 'alerts' : measure;
}

const MONEY: ReadonlySet<MeasureName> = new Set<MeasureName>(['moneySpent', 'revenue', 'netMoney']);

/** "What did flock B1 cost", "what has barn 3 cost so far": no days and no category are named. */
function isOfLife(spans: readonly Span[], { barns, flocks }: NamedRecords): boolean {
  const times = spans.map(periodOf).filter((one) => one !== undefined);
  const isPlaced = barns.length + flocks.length > 0;
  const isSinceStart = times.length > 0 && times.every(({ kind }) => kind === 'since_placement');
  const isOfCategory = spans.some(({ senses }) => senses.some(({ kind }) => kind === 'word'));
  const isOfFlock = times.length === 0 && flocks.length > 0;
  return isPlaced && !isOfCategory && (isSinceStart || isOfFlock);
}
