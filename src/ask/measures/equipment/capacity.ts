import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { message } from '../../../model/core/message.ts';
import type { StoredOf } from '../../../model/resources/registry.ts';
import { sum } from '../../../tools/statistics.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfRows } from '../answer-of-rows.ts';
import type { AskedRow, KnownRow } from '../asked-row.ts';
import { EACH_AND_TOTAL } from '../each-aggregations.ts';
import { factOf, shown } from '../fact-of.ts';
import { rowsOfBarns } from '../rows-of-barns.ts';

const PARTS = ['barns', 'liveFlocks'] as const;

/** How many birds the barns hold. */
export const capacity = {
  parts: PARTS,
  per: 'barn',
  aggregations: EACH_AND_TOTAL,
  compute: computeCapacity,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function computeCapacity(
  snapshot: FarmSnapshot<(typeof PARTS)[number]>,
  question: MeasureQuestion,
): MeasureAnswer {
  const rows = rowsOfBarns(snapshot, question.scope, (barn) => capacityRow(barn, snapshot.today));
  return answerOfRows(rows, { ...question, together: (known) => together(known, snapshot.today) });
}

function capacityRow(barn: StoredOf<'barns'>, asOf: string): AskedRow {
  const { id, name, capacity: birds } = barn;
  if (birds === null) {
    const fix = { method: 'PATCH', path: `/barns/${id}`, body: { capacity: null } } as const;
    const said = message('ask.noCapacity', { place: name });
    const about = { resource: 'barns', field: 'capacity', barnId: id, need: 1, have: 0 };
    return {
      place: name,
      value: null,
      missing: [{ code: 'no_capacity', message: said, ...about, fix }],
    };
  }
  const source = { resource: 'barns', ids: [id] } as const;
  const fact = factOf(`Capacity, ${name}`, birds, { unit: 'birds', asOf, source });
  const line = message('ask.capacity', { place: name, value: shown(fact) });
  return { place: name, value: birds, facts: [fact], lines: [line] };
}

function together(rows: readonly KnownRow[], asOf: string) {
  const [only, second] = rows;
  if (only && !second) return only;
  const count = factOf('Capacity, barns', rows.length);
  const ids = rows.flatMap(({ facts }) => facts[0]?.source.ids ?? []);
  const source = { resource: 'barns', ids } as const;
  const value = sum(rows.map((row) => row.value));
  const total = factOf('Capacity, all', value, { unit: 'birds', asOf, source });
  const place = message('ask.togetherBarns', { count: shown(count) });
  return {
    facts: [total, count],
    lines: [message('ask.capacity', { place, value: shown(total) })],
  };
}
