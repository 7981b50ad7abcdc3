import { GAP_PARTS, type GapSnapshot } from '../../../farming/gaps/gap.ts';
import { findExpired, findExpiring } from '../../../farming/gaps/medicine-gaps.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { medicineItem, medicineSlots } from './medicine-item.ts';
import { listStock } from './medicine-stock.ts';

/** Medicine that has expired or soon will, as the gaps count it; what expired first on top. */
export const medicineExpiring = {
  parts: GAP_PARTS,
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: medicineSlots,
  compute: listExpiring,
} as const satisfies MeasureDefinition<(typeof GAP_PARTS)[number]>;

function listExpiring(snapshot: GapSnapshot, question: MeasureQuestion): MeasureAnswer {
  // Of what is named it is told how much there is and until when, whether or not that is soon.
  if (question.slots['product'] ?? question.slots['kind']) return listStock(snapshot, question);
  const ids = new Set(
    [...findExpired(snapshot), ...findExpiring(snapshot)].map(({ subject }) => subject),
  );
  const found = snapshot.medicine.filter(({ id }) => ids.has(id));
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
