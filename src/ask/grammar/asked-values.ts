import type { Aggregation, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import type { Modifiers } from './modifiers.ts';

/** Whether a measure can be asked what the modifiers ask of it. */
export function takesModifiers(definition: MeasureDefinition, modifiers: Modifiers): boolean {
  const { aggregations, counts, takesAges, usualPeriod } = definition;
  const { limit, rank, counting, isCompared, ages, isReason } = modifiers;
  const isRanked = rank !== undefined || (limit !== undefined && counting === undefined);
  if (isReason) return limit === undefined && rank === undefined && counting === undefined;
  if (counting !== undefined && !counts?.includes(counting)) return false;
  if (isRanked && !aggregations.includes('highest')) return false;
  if (isCompared && usualPeriod === undefined) return false;
  return ages === undefined || takesAges === true;
}

/** "More than 30 a day" counts days, not the sum of all days; undefined where days are not known. */
export function valuesAsked(
  aggregation: Aggregation,
  modifiers: Modifiers,
  { counts }: MeasureDefinition,
): Pick<MeasureQuestion, 'aggregation' | 'limit' | 'rank' | 'counting' | 'isReason'> | undefined {
  const { limit, counting } = modifiers;
  const isDaily = limit !== undefined && counting === undefined && aggregation === 'trend';
  if (!isDaily) return { aggregation, ...askedOfValues(modifiers) };
  if (!counts?.includes('days')) return undefined;
  return { aggregation: 'value', ...askedOfValues({ ...modifiers, counting: 'days' }) };
}

/** What the modifiers ask of the values, whatever the days and places are. */
function askedOfValues({ limit, rank, counting, isReason }: Modifiers) {
  return {
    ...(limit ? { limit } : {}),
    ...(rank ? { rank } : {}),
    ...(counting ? { counting } : {}),
    ...(isReason ? { isReason } : {}),
  };
}
