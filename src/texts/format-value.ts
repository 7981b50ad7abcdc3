import { IntlMessageFormat } from 'intl-messageformat';
import type { Language } from '../model/languages.ts';
import type { Day, Instant, Money, Quantity, Unit } from '../model/message.ts';
import type { TextKey, Texts } from './en.ts';

/** Units that Intl writes by itself, by their names there. */
const INTL_UNITS: Readonly<Partial<Record<Unit, string>>> = {
  '°C': 'celsius',
  '%': 'percent',
};

/** A number with its unit as the language writes it: `1,234 g`, `1234 g`, `1,234克`. */
export function formatQuantity(
  { language, texts }: { readonly language: Language; readonly texts: Texts },
  { quantity, unit }: Quantity,
): string {
  const intlUnit = INTL_UNITS[unit];
  if (intlUnit) {
    const options = { style: 'unit', unit: intlUnit, maximumFractionDigits: 2 } as const;
    return new Intl.NumberFormat(language, options).format(quantity);
  }
  const n = new Intl.NumberFormat(language, { maximumFractionDigits: 2 }).format(quantity);
  const text = texts[`unit.${unit}` as TextKey];
  return String(new IntlMessageFormat(text, language).format({ n, count: quantity }));
}

/** Money as the language writes it; cents only where there are any, of prices a third decimal too. */
export function formatMoney(language: Language, { amount, currency }: Money): string {
  const options = {
    style: 'currency',
    currency,
    maximumFractionDigits: 3,
    trailingZeroDisplay: 'stripIfInteger',
  } as const;
  return new Intl.NumberFormat(language, options).format(amount);
}

// Thailand writes the Buddhist year; the records of a farm are kept in the common one everywhere.
const CALENDAR = '-u-ca-gregory';

/** A day as the language writes it: `21 Nov 2026`. */
export function formatDay(language: Language, { day }: Day): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat(`${language}${CALENDAR}`, options).format(
    Date.parse(`${day}T00:00:00Z`),
  );
}

/** A moment by the clock of its zone, with its day. */
export function formatInstant(language: Language, { instant, zone }: Instant): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const;
  return new Intl.DateTimeFormat(`${language}${CALENDAR}`, options).format(Date.parse(instant));
}
