import type { Unit } from '../../../model/message.ts';
import type { Cell } from '../block.ts';
import { type Desk, nameOf } from '../desk.ts';
import type { Facts } from '../facts.ts';
import { severityMark } from '../severity-mark.ts';
import { spanOf } from '../span-of.ts';
import { NONE } from '../words.ts';
import type { Figure, Form } from './insight-part.ts';

const units: Readonly<Partial<Record<Form, Unit>>> = {
  percent: '%',
  grams: 'g',
  kg: 'kg',
  litres: 'L',
  days: 'days',
  hours: 'hours',
  minutes: 'minutes',
  celsius: '°C',
};

/** What figures are written with. */
export interface Writing {
  readonly desk: Desk;
  readonly currency: string;
}

/** A figure as people read it; `–` where it is not known. */
export function writeFigure(
  facts: Facts,
  [field, , form]: Figure,
  { desk, currency }: Writing,
): Cell {
  const { words } = desk;
  const unit = units[form];
  if (unit !== undefined) return words.quantity(facts.number(field), unit);
  if (form.startsWith('word:')) {
    const word = facts.text(field);
    return { text: words.name(form.slice('word:'.length), word), state: severityMark(word) };
  }
  if (form === 'number') return words.number(facts.number(field));
  if (form === 'change') return words.change(facts.number(field));
  if (form === 'span') {
    const minutes = facts.number(field);
    if (minutes === undefined) return NONE;
    const { quantity, unit: spanUnit } = spanOf(minutes);
    return words.quantity(quantity, spanUnit);
  }
  if (form === 'money') return words.money(facts.number(field), currency);
  if (form === 'day') return words.shortDay(facts.text(field));
  const text = facts.text(field);
  return (form === 'text' ? text : nameOf(desk, text)) ?? NONE;
}

/** Whether figures of this form stand to the right. */
export function isNumeric(form: Form): boolean {
  return form !== 'text' && form !== 'flock' && form !== 'barn' && !form.startsWith('word:');
}
