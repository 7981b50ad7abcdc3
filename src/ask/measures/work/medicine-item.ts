import { figure } from '../../../farming/core/figure.ts';
import { message } from '../../../model/core/message.ts';
import { medicine } from '../../../model/resources/medicine.ts';
import type { StoredOf } from '../../../model/resources/registry.ts';
import { daysBetween } from '../../../tools/calendar.ts';
import type { MeasureQuestion } from '../../measure.ts';
import type { ListItem } from '../answer-of-list.ts';
import { factOf, wordFact } from '../fact-of.ts';

/** A product by its name or id, or those of a kind. */
export const medicineSlots = {
  product: 'product',
  kind: medicine.fields.kind.vocabulary.words,
} as const;

/** Whether a medicine is the one, or of the kind, that a question names. */
export function isAskedMedicine(
  { id, name, kind: own }: StoredOf<'medicine'>,
  { slots }: MeasureQuestion,
): boolean {
  const { product, kind } = slots;
  if (product === undefined) return kind === undefined || own === kind;
  return product === undefined || product === id || product === name;
}

/** A medicine of the store as a line: how much there is, and until when it is good. */
export function medicineItem(item: StoredOf<'medicine'>, today: string): ListItem {
  const { id, name, unit, expiryDate } = item;
  const frame = { asOf: today, source: { resource: 'medicine', ids: [id] } } as const;
  const quantity = figure('kg', item.quantity);
  const stock = quantity === null ? null : factOf(`Stock, ${name}`, quantity, { ...frame, unit });
  const days = expiryDate === null ? 0 : daysBetween(today, expiryDate);
  const line = message('ask.medicine', {
    name,
    hasStock: stock ? 'yes' : 'no',
    stock: stock ? message('gap.amount', { count: stock.value, unit: unit ?? 'none' }) : '',
    expiry: expiryDate === null ? 'none' : days < 0 ? 'past' : 'ahead',
    day: expiryDate === null ? '' : { day: expiryDate },
  });
  return {
    facts: [
      stock ?? wordFact('Medicine', name, frame),
      ...(expiryDate === null ? [] : [wordFact(`Expiry, ${name}`, expiryDate, frame)]),
    ],
    lines: [line],
  };
}
