import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList } from '../answer-of-list.ts';
import { isAskedMedicine, medicineItem, medicineSlots } from './medicine-item.ts';

/** What is in the medicine store. */
export const medicineStock = {
  parts: ['medicine'],
  per: 'farm',
  aggregations: ['value', 'list', 'count'],
  slots: medicineSlots,
  compute: listStock,
} as const satisfies MeasureDefinition<'medicine'>;

/** What there is of a product, or of all. */
export function listStock(
  { medicine, today }: FarmSnapshot<'medicine'>,
  question: MeasureQuestion,
): MeasureAnswer {
  const found = medicine.filter((item) => isAskedMedicine(item, question));
  return answerOfList(
    found.map((item) => medicineItem(item, today)),
    {
      label: 'Medicine',
      text: 'ask.medicines',
      asOf: today,
      source: { resource: 'medicine', ids: found.map(({ id }) => id) },
    },
    // Of one product it is asked how much of it is there, not how many products.
    question.slots['product'] === undefined ? question : { aggregation: 'list' },
  );
}
