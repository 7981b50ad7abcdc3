import { contextMedicine } from '../../../farming/context/context-records.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { isAskedMedicine, medicineItem } from './medicine-item.ts';

/** Medicine of which there is less than there should be, as the context counts it. */
export const medicineLow = {
  parts: ['medicine'],
  per: 'farm',
  aggregations: ['list', 'count'],
  slots: { product: 'product' },
  compute: listLow,
} as const satisfies MeasureDefinition<'medicine'>;

function listLow(snapshot: FarmSnapshot<'medicine'>, question: MeasureQuestion): MeasureAnswer {
  const ids = new Set(contextMedicine(snapshot).lowStock.map(({ id }) => id));
  const found = snapshot.medicine.filter(
    (item) => ids.has(item.id) && isAskedMedicine(item, question),
  );
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
