import { GAP_PARTS, type GapSnapshot } from '../../../farming/gaps/gap.ts';
import { findExpired, findExpiring } from '../../../farming/gaps/medicine-gaps.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { isAskedMedicine, medicineItem } from './medicine-item.ts';

/** Medicine that has expired or soon will, as the gaps count it; what expired first on top. */
export const medicineExpiring = {
  parts: GAP_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: { product: 'product' },
  compute: listExpiring,
} as const satisfies MeasureDefinition<(typeof GAP_PARTS)[number]>;

function listExpiring(snapshot: GapSnapshot, question: MeasureQuestion): MeasureAnswer {
  const ids = new Set(
    [...findExpired(snapshot), ...findExpiring(snapshot)].map(({ subject }) => subject),
  );
  const found = snapshot.medicine.filter(
    (item) => ids.has(item.id) && isAskedMedicine(item, question),
  );
  return answerOfList(
    found.map((item) => medicineItem(item, snapshot.today)),
    {
      label: 'Medicine expired or expiring',
      text: 'ask.medicineExpiring',
      asOf: snapshot.today,
      source: { resource: 'medicine', ids: found.map(({ id }) => id) },
    },
    question,
  );
}
