import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { describe, expect, test } from 'vitest';
import type { Language } from '../../src/model/core/message.ts';

type Parts = ReturnType<IntlMessageFormat['getAst']>;

// Types of the parts of a text in the ICU syntax.
const LITERAL = 0;
const ARGUMENT = 1;
const NUMBER = 2;
const SELECT = 5;
const PLURAL = 6;
const POUND = 7;

/** Parameters that are numbers without a format; other ones are words, or quantities with a unit. */
const COUNTS = new Set([
  ...[
    'all',
    'count',
    'days',
    'dropped',
    'done',
    'held',
    'kept',
    'known',
    'made',
    'organisations',
    'rows',
  ],
  ...['shown', 'stored', 'total', 'waiting'],
]);

const UNITS = ['s', 'min', 'h', 'ml', 'L', 'g', 'kg'];

/**
 * Words after a number that are the same in singular and plural, in the languages with a plural.
 */
const UNCHANGED: Readonly<Partial<Record<Language, readonly string[]>>> = {
  en: [
    ...UNITS,
    ...['at', 'for', 'in', 'of', 'on', 'the', 'there', 'with', 'without'],
    ...['ago', 'already', 'it', 'more', 'not', 'old', 'so', 'will'],
    // Adjectives and participles.
    ...[
      'acknowledged',
      'active',
      'behavior',
      'changed',
      'closed',
      'critical',
      'daily',
      'dead',
      'due',
    ],
    ...['earlier', 'expired', 'found', 'known', 'logged', 'made', 'new', 'older', 'online', 'open'],
    ...[
      'overdue',
      'pending',
      'refused',
      'rejected',
      'removed',
      'shown',
      'silent',
      'stored',
      'taken',
      'unresolved',
    ],
    // A feed order and feed orders.
    'feed',
  ],
  es: [
    ...UNITS,
    'a',
    'al',
    'de',
    'nunca',
    'el',
    'en',
    'la',
    'más',
    'para',
    'ya',
    'con',
    'sin',
    'por',
    'dosis',
  ],
  he: [
    ...['בגיל', 'בשנייה', 'בשרשרת', 'מהממוצע', 'מהמקובל', 'מהרגיל', 'מתוך', 'ללא', 'ב', 'של', 'לא'],
    ...['היום', 'אין', 'אינה', 'שהיא', 'עד'],
    // Unit symbols, and words after the farms of a sentence.
    ...['מ', 'ק', 'גרם', 'ליטר', 'לידיעה', 'לפחות', 'החדשים', 'התראות'],
  ],
};

/** Texts with a number that is never one, may be a fraction, or is no number but money or a span. */
const NO_COUNT: Readonly<Record<string, string>> = {
  'ask.query.too_many': 'a limit of thousands',
  'ask.moneySpent': 'an amount of money',
  'ask.pricePerKg.period': 'an amount of money',
  'automation.waiting': 'a span of time',
  'page.dashboard.ofFlocks': 'a range of ages',
  'fixture.tooManyRows': 'a limit of thousands',
  'risk.heat.season': 'at least the days that say something about a season',
  'ask.birdsPerArea': 'a density, with decimals',
  'ask.mortalitySpike': 'a ratio above one',
  'digest.spike': 'a ratio above one',
  'digest.spikeYoung': 'a ratio above one',
  'done.backedUp': 'seconds, with decimals',
  'done.backupSaved': 'seconds, with decimals',
  'fault.usersShareName': 'more than one user',
  'note.forwarding': 'all kinds of events',
  'risk.equipment.broken': 'devices and connections are more than one',
};

/** The words that follow the numbers of a text where each of them is `count`, in every choice. */
function wordsBehindNumbers(parts: Parts, count: number): readonly string[] {
  return parts.flatMap((part, index) => {
    const chosen = choicesOf(part, count).flatMap((choice) => wordsBehindNumbers(choice, count));
    const next = parts[index + 1];
    if (!isNumber(part) || next?.type !== LITERAL) return chosen;
    const word = /^[\s־-]+(\p{L}+)/u.exec(next.value)?.[1];
    return word === undefined ? chosen : [...chosen, word];
  });
}

function choicesOf(part: Parts[number], count: number): readonly Parts[] {
  if (part.type === SELECT) return Object.values(part.options).map(({ value }) => value);
  if (part.type !== PLURAL) return [];
  const { options } = part;
  const chosen = count === 1 ? (options['=1'] ?? options['one']) : options['=2'];
  return [(chosen ?? options['other'])?.value ?? []];
}

function isNumber(part: Parts[number]): boolean {
  if (part.type === ARGUMENT) return COUNTS.has(part.value);
  return part.type === NUMBER || part.type === POUND;
}

/** Words that one and many of something have in common, as `rows` in `1 rows`. */
function missingPlurals(text: string, unchanged: readonly string[]): readonly string[] {
  const parts = new IntlMessageFormat(text, 'en', undefined, { ignoreTag: true }).getAst();
  const many = new Set(wordsBehindNumbers(parts, 2));
  const shared = wordsBehindNumbers(parts, 1).filter((word) => many.has(word));
  return shared.filter((word) => !unchanged.includes(word));
}

/** All texts of a language by their keys, those of the console too. */
function textsOf(language: string): readonly (readonly [string, string])[] {
  const folder = join(import.meta.dirname, '../../src/i18n', language);
  const files = readdirSync(folder).filter((name) => name !== 'labels.json');
  return files.flatMap((name) => {
    const texts: Readonly<Record<string, string>> = JSON.parse(
      readFileSync(join(folder, name), 'utf8'),
    );
    return Object.entries(texts);
  });
}

describe.each(Object.entries(UNCHANGED))('in %s', (language, unchanged) => {
  test('a noun agrees with the preceding number', () => {
    const wrong = textsOf(language)
      .filter(([key]) => !(key in NO_COUNT))
      .flatMap(([key, text]) => missingPlurals(text, unchanged).map((word) => `${key}: ${word}`));
    expect(wrong).toEqual([]);
  });
});

test('the check detects violations', () => {
  const found = ['{n, number} rows', '{count} rows', '{n, plural, one {a row} other {# rows}}'].map(
    (text) => missingPlurals(text, ['of']),
  );
  expect(found).toEqual([['rows'], ['rows'], []]);
  expect(missingPlurals('{n, plural, =0 {} other {, # wait}}', [])).toEqual(['wait']);
  expect(
    missingPlurals('{n, number} of {all, plural, one {# row} other {# rows}}', ['of']),
  ).toEqual([]);
});
