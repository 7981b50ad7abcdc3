import type { MeasureQuestion } from '../../src/ask/measure.ts';

/** A question about the values of the whole farm, without a period or slots, unless given. */
export function aQuestion(question: Partial<MeasureQuestion> = {}): MeasureQuestion {
  return { scope: {}, aggregation: 'value', slots: {}, ...question };
}
