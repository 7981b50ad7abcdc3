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

/** The measure that is meant when days or places are named with the words of another one. */
export function narrowedMeasure(
  { measure, spans, records }: FoundMeasure,
  { calendar: { today } }: SentenceContext,
): MeasureName {
  const days = spans.map(periodOf).filter((period) => period?.kind === 'days');
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
  const isOfSale = measure === 'revenue' && spans.flatMap(conceptsOf).includes('sale');
  if (isExpected && !isOfSale) return 'netMoney';
  return measure === 'moneySpent' && isOfLife(spans, records) ? 'flockCost' : measure;
}

const MONEY: ReadonlySet<MeasureName> = new Set<MeasureName>(['moneySpent', 'revenue', 'netMoney']);

/**
 * Whether all costs of a flock are requested, as in "what did flock B1 cost": no days and no
 * category.
 */
function isOfLife(spans: readonly Span[], { barns, flocks }: NamedRecords): boolean {
  const times = spans.map(periodOf).filter((one) => one !== undefined);
  const isPlaced = barns.length + flocks.length > 0;
  const isSinceStart = times.length > 0 && times.every(({ kind }) => kind === 'since_placement');
  const isOfCategory = spans.some(({ senses }) => senses.some(({ kind }) => kind === 'word'));
  const isOfFlock = times.length === 0 && flocks.length > 0;
  return isPlaced && !isOfCategory && (isSinceStart || isOfFlock);
}
