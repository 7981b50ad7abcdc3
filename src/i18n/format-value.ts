import type { Day, Instant, Language, Money } from '../model/core/message.ts';

// Cached: creating a formatter takes a hundred times as long as using it.
const numbers = new Map<string, Intl.NumberFormat>();
const times = new Map<string, Intl.DateTimeFormat>();

/**
 * Formats a number with the language's decimal sign, ungrouped: it may be an identifier such as a
 * port.
 */
export function formatDecimal(language: Language, value: number): string {
  if (Number.isInteger(value)) return String(value);
  const make = () => new Intl.NumberFormat(language, DECIMAL);
  return getOrCreate(numbers, `${language} decimal`, make).format(value);
}

const DECIMAL = { maximumFractionDigits: 20, useGrouping: false } as const;

/** Formats an amount of money; integers without decimals, unit prices with up to 3 decimals. */
export function formatMoney(language: Language, { amount, currency }: Money): string {
  const options = {
    style: 'currency',
    currency,
    maximumFractionDigits: 3,
    trailingZeroDisplay: 'stripIfInteger',
  } as const;
  return numberFormat(language, options).format(amount);
}

// Always use the Gregorian calendar; Intl's default for Thai is the Buddhist calendar.
const CALENDAR = '-u-ca-gregory';

/** Formats a day for the language: `21 Nov 2026`. */
export function formatDay(language: Language, { day }: Day): string {
  const options = { dateStyle: 'medium', timeZone: 'UTC' } as const;
  return timeFormat(language, options).format(Date.parse(`${day}T00:00:00Z`));
}

/** Formats an instant as day and local time in its zone. */
export function formatInstant(language: Language, { instant, zone }: Instant): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', timeZone: zone } as const;
  return timeFormat(language, options).format(Date.parse(instant));
}

/** A cached number format. */
export function numberFormat(
  language: Language,
  options: Intl.NumberFormatOptions,
): Intl.NumberFormat {
  const { unit, currency, minimumFractionDigits } = options;
  const key = `${language} ${unit ?? currency ?? minimumFractionDigits ?? ''}`;
  return getOrCreate(numbers, key, () => new Intl.NumberFormat(language, options));
}

function timeFormat(language: Language, options: Intl.DateTimeFormatOptions) {
  const key = `${language} ${options.timeZone} ${options.timeStyle ?? ''}`;
  const locale = `${language}${CALENDAR}`;
  return getOrCreate(times, key, () => new Intl.DateTimeFormat(locale, options));
}

/** The cached value of a key; created and cached if absent. */
export function getOrCreate<T>(cache: Map<string, T>, key: string, make: () => T): T {
  const known = cache.get(key);
  if (known) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
