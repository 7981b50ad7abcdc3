import { contextMedicine } from '../../../farming/context/context-records.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { medicineItem, medicineSlots } from './medicine-item.ts';
import { listStock } from './medicine-stock.ts';

/** Medicine of which there is less than there should be, as the context counts it. */
export const medicineLow = {
  parts: ['medicine'],
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: medicineSlots,
  compute: listLow,
} as const satisfies MeasureDefinition<'medicine'>;

function listLow(snapshot: FarmSnapshot<'medicine'>, question: MeasureQuestion): MeasureAnswer {
  // Of what is named it is told how much there is and until when, whether or not that is soon.
  if (question.slots['product'] ?? question.slots['kind']) return listStock(snapshot, question);
  const ids = new Set(contextMedicine(snapshot).lowStock.map(({ id }) => id));
  const found = snapshot.medicine.filter(({ id }) => ids.has(id));
  return answerOfList(
    found.map((item) => medicineItem(item, snapshot.today)),
    {
      label: 'Medicine running low',
      text: 'ask.medicineLow',
      asOf: snapshot.today,
      source: { resource: 'medicine', ids: found.map(({ id }) => id) },
    },
    question,
  );
}
