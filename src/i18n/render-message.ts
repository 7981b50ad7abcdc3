import { IntlMessageFormat } from 'intl-messageformat';
import {
  isMessage,
  isStoredMessage,
  type Language,
  type Message,
  type MessageValue,
  type NameList,
  type Quantity,
  type StoredMessage,
  type Unit,
} from '../model/core/message.ts';
import { closeDirections } from '../tools/text.ts';
import type { TextKey, Texts } from './en.ts';
import {
  formatDay,
  formatDecimal,
  formatInstant,
  formatMoney,
  getOrCreate,
  numberFormat,
} from './format-value.ts';

/** A language and its texts. */
export interface Translator {
  readonly language: Language;
  readonly texts: Texts;
}

/** Units that Intl can format, mapped to their Intl names. */
const INTL_UNITS: Readonly<Partial<Record<Unit, string>>> = {
  '°C': 'celsius',
  '%': 'percent',
};

const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 } as const;
/** Number format options by unit: these units always have a fixed number of decimals. */
const DIGITS: Readonly<Partial<Record<Unit, Intl.NumberFormatOptions>>> = {
  kB: TENTHS,
  MB: TENTHS,
  GB: TENTHS,
  TB: TENTHS,
};

// Cached: creating a format takes a hundred times as long as using it.
const formats = new Map<string, IntlMessageFormat>();
const quantities = new Map<string, IntlMessageFormat>();

/** Renders a message in a language, with localised numbers, days, money and units. */
export function renderMessage(translator: Translator, { text, params }: Message): string {
  const values = Object.entries(params).flatMap(([name, value]) => {
    const rendered = renderValue(translator, value);
    const isNumber = typeof rendered === 'number';
    const shown = isNumber ? formatDecimal(translator.language, rendered) : rendered;
    return [
      [name, rendered],
      [name + AS_TEXT, shown],
    ];
  });
  const formatted = String(
    formatOf(translator, text as TextKey).format(Object.fromEntries(values)),
  );
  return translator.language === 'he' ? partScripts(formatted) : formatted;
}

/**
 * Renders a stored message; falls back to the text stored with it if this version cannot render it.
 */
export function renderStored(translator: Translator, { stored, otherwise }: StoredMessage): string {
  try {
    return renderMessage(translator, stored);
  } catch {
    return otherwise;
  }
}

/** Separates a Hebrew prefix letter from a following Latin word: `ב-Barn 2`. */
function partScripts(text: string): string {
  return text.replace(/(?<=\p{Script=Hebrew})(?=\p{Script=Latin})/gu, '-');
}

/** Replaces every message in an answer, at any depth, with its rendered text. */
export function renderMessages(translator: Translator, answer: unknown): unknown {
  if (isMessage(answer)) return renderMessage(translator, answer);
  if (isStoredMessage(answer)) return renderStored(translator, answer);
  if (Array.isArray(answer)) return answer.map((item) => renderMessages(translator, item));
  if (typeof answer !== 'object' || answer === null) return answer;
  const rendered: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(answer))
    rendered[name] = renderMessages(translator, value);
  return rendered;
}

/** Formats a number with its unit for the language: `1,234 g`, `1234 g`, `1,234克`. */
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
  const format = getOrCreate(quantities, `${language} ${unit}`, () => {
    return new IntlMessageFormat(text, language);
  });
  return String(format.format({ n, count: quantity }));
}

/** Formats a message parameter for the language. */
export function renderValue(translator: Translator, value: MessageValue): string | number {
  if (typeof value === 'string') return closeDirections(value);
  if (typeof value === 'number') return value;
  if ('quantity' in value) return formatQuantity(translator, value);
  if ('amount' in value) return formatMoney(translator.language, value);
  if ('day' in value) return formatDay(translator.language, value);
  if ('instant' in value) return formatInstant(translator.language, value);
  if ('list' in value) return listNames(translator.language, value);
  if ('stored' in value) return closeDirections(renderStored(translator, value));
  return renderMessage(translator, value);
}

/** Names separated as the language does. */
export function listNames(language: Language, { list, isCut = false }: NameList): string {
  const names = list.map(closeDirections).join(language === 'zh' ? '、' : ', ');
  return isCut ? `${names} …` : names;
}

function formatOf({ language, texts }: Translator, key: TextKey): IntlMessageFormat {
  const known = formats.get(`${language} ${key}`);
  if (known) return known;
  const read = new IntlMessageFormat(texts[key], language, undefined, { ignoreTag: true });
  const made = new IntlMessageFormat(withTexts(read.getAst()), language);
  formats.set(`${language} ${key}`, made);
  return made;
}

type Parts = ReturnType<IntlMessageFormat['getAst']>;

const ARGUMENT = 1;
/** Suffix of parameter names that are inserted as plain text. */
const AS_TEXT = ' as text';

/** Renames parameters without a format so that their numbers get the language's decimal sign. */
function withTexts(parts: Parts): Parts {
  return parts.map((part) => {
    if (part.type === ARGUMENT) return { ...part, value: part.value + AS_TEXT };
    if (!('options' in part)) return part;
    const options = Object.entries(part.options).map(([name, option]) => [
      name,
      { ...option, value: withTexts(option.value) },
    ]);
    return { ...part, options: Object.fromEntries(options) } as typeof part;
  });
}
