import { IntlMessageFormat } from 'intl-messageformat';
import type { Day, Instant, Language, Money, Quantity, Unit } from '../model/core/message.ts';
import type { TextKey, Texts } from './en.ts';

/** Units that Intl writes by itself, by their names there. */
const INTL_UNITS: Readonly<Partial<Record<Unit, string>>> = {
  '°C': 'celsius',
  '%': 'percent',
};

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
/** Units whose numbers always have as many decimals. */
const DIGITS: Readonly<Partial<Record<Unit, Intl.NumberFormatOptions>>> = {
  kB: TENTHS,
  MB: TENTHS,
  GB: TENTHS,
  TB: TENTHS,
};

// Made once, as making a format takes a hundred times as long as using it.
const numbers = new Map<string, Intl.NumberFormat>();
const times = new Map<string, Intl.DateTimeFormat>();
const quantities = new Map<string, IntlMessageFormat>();

/** A number with its unit as the language writes it: `1,234 g`, `1234 g`, `1,234克`. */
export function formatQuantity(
  { language, texts }: { readonly language: Language; readonly texts: Texts },
  { quantity, unit }: Quantity,
): string {
  const intlUnit = INTL_UNITS[unit];
  if (intlUnit) {
    const options = { style: 'unit', unit: intlUnit, maximumFractionDigits: 2 } as const;
    return numberFormat(language, options).format(quantity);
  }
  const n = numberFormat(language, DIGITS[unit] ?? { maximumFractionDigits: 2 }).format(quantity);
  const text = texts[`unit.${unit}` as TextKey];
  const format = keptOf(quantities, `${language} ${unit}`, () => {
    return new IntlMessageFormat(text, language);
  });
  return String(format.format({ n, count: quantity }));
}

/** A number with the decimal sign of the language, not grouped: it may name something, as a port does. */
export function formatDecimal(language: Language, value: number): string {
  if (Number.isInteger(value)) return String(value);
  const make = () => new Intl.NumberFormat(language, DECIMAL);
  return keptOf(numbers, `${language} decimal`, make).format(value);
}

const DECIMAL = { maximumFractionDigits: 20, useGrouping: false } as const;

/** Money as the language writes it; cents only where there are any, of prices a third decimal too. */
export function formatMoney(language: Language, { amount, currency }: Money): string {
  const options = {
    style: 'currency',
    currency,
    maximumFractionDigits: 3,
    trailingZeroDisplay: 'stripIfInteger',
  } as const;
  return numberFormat(language, options).format(amount);
}

// Thailand writes the Buddhist year; the records of a farm are kept in the common one everywhere.
const CALENDAR = '-u-ca-gregory';

/** A day as the language writes it: `21 Nov 2026`. */
export function formatDay(language: Language, { day }: Day): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return timeFormat(language, options).format(Date.parse(`${day}T00:00:00Z`));
}

/** A moment by the clock of its zone, with its day. */
export function formatInstant(language: Language, { instant, zone }: Instant): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const;
  return timeFormat(language, options).format(Date.parse(instant));
}

function numberFormat(language: Language, options: Intl.NumberFormatOptions): Intl.NumberFormat {
  const { unit, currency, minimumFractionDigits } = options;
  const key = `${language} ${unit ?? currency ?? minimumFractionDigits ?? ''}`;
  return keptOf(numbers, key, () => new Intl.NumberFormat(language, options));
}

function timeFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${options.timeZone} ${options.timeStyle ?? ''}`;
  const locale = `${language}${CALENDAR}`;
  return keptOf(times, key, () => new Intl.DateTimeFormat(locale, options));
}

function keptOf<T>(kept: Map<string, T>, key: string, make: () => T): T {
  const known = kept.get(key);
  if (known) return known;
  const made = make();
  kept.set(key, made);
  return made;
}
