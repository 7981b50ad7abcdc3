import { type Message, message } from '../../model/core/message.ts';
import { sum } from '../../tools/statistics.ts';
import type { Together } from './answer-of-rows.ts';
import type { KnownRow } from './asked-row.ts';
import { type FactFrame, factOf, type NumberFact, shown } from './fact-of.ts';

/** What the sum of rows is called. */
export interface SumOfRows extends FactFrame {
  readonly label: string;
  /** The text of the total; it is filled with `place`, `value` and `count`. */
  readonly text: string;
  readonly round: (value: number) => number;
  /** What else fills the text. */
  readonly params?: (total: NumberFact) => Message['params'];
}

/** The values of flocks added up, with how many there were. */
export function sumOfRows(
  rows: readonly KnownRow[],
  { label, text, round, params, ...frame }: SumOfRows,
): Together {
  const [only, second] = rows;
  if (only && !second) return only;
  const flocks = factOf(`${label}, flocks`, rows.length);
  const ids = rows.flatMap(({ facts }) => facts[0]?.source.ids ?? []);
  const resource = rows[0]?.facts[0]?.source.resource;
  const total: NumberFact = factOf(`${label}, all`, round(sum(rows.map(({ value }) => value))), {
    source: { ...(resource ? { resource } : {}), ids },
    ...frame,
  });
  const place = message('ask.together', { count: shown(flocks) });
  return {
    facts: [total, flocks],
    lines: [message(text, { place, value: shown(total), count: total.value, ...params?.(total) })],
  };
}
