import type { MeasureQuestion } from '../../src/ask/measure.ts';

/** A question about the whole farm for its values, without a period or a slot; else as given. */
export function aQuestion(question: Partial<MeasureQuestion> = {}): MeasureQuestion {
  return { scope: {}, aggregation: 'value', slots: {}, ...question };
}
