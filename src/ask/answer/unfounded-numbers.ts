import { hourInZone } from '../../tools/calendar.ts';
import type { Fact } from '../measure.ts';

/** What numbers of an answer may rest on. */
export interface Grounds {
  readonly facts: readonly Fact[];
  /** Further texts of the service's own whose numbers may be said, such as what is missing. */
  readonly texts?: readonly string[];
  /** The clock by which time stamps are told. */
  readonly zone: string;
}

/** A number as it is written. */
export const NUMBER = /\d[\d.,\u00a0\u202f]*\d|\d/g;
const INSTANT = /^\d{4}-\d{2}-\d{2}T/;

/**
 * The numbers of an answer that stand in none of its facts, as they are written; empty for every
 * answer that is sound. A number may be rounded to the decimals it is shown with, and written with
 * either separator; days and hours are those of the facts by the clock of the zone.
 */
export function unfoundedNumbers(answer: string, grounds: Grounds): readonly string[] {
  const known = knownNumbers(grounds);
  return (answer.match(NUMBER) ?? []).filter(
    (written) => !readings(written).some((shown) => known.some((value) => isSame(shown, value))),
  );
}

/** Whether a written number is the value of a fact. */
export function holdsValue({ value }: Fact, written: string): boolean {
  return typeof value === 'number' && readings(written).some((shown) => isSame(shown, value));
}

interface Shown {
  readonly value: number;
  readonly decimals: number;
}

/** A separator may part thousands or decimals, as the language has it. */
function readings(written: string): Shown[] {
  const plain = written.replace(/[\u00a0\u202f]/g, '');
  return [
    [',', '.'],
    ['.', ','],
  ].flatMap(([grouping = '', decimal = '']) => {
    const [whole = '', ...parts] = plain.split(decimal);
    if (parts.length > 1 || !isGrouped(whole.split(grouping))) return [];
    const text = [whole.replaceAll(grouping, ''), ...parts].join('.');
    return [{ value: Number(text), decimals: parts[0]?.length ?? 0 }];
  });
}

/** Thousands stand in threes; otherwise `12.34` would be as good as 1234. */
function isGrouped([, ...groups]: readonly string[]): boolean {
  return groups.every((group) => group.length === 3);
}

function isSame({ value, decimals }: Shown, known: number): boolean {
  return Math.abs(Math.abs(known) - value) <= 0.5 * 10 ** -decimals * 1.000001;
}

function knownNumbers({ facts, texts = [], zone }: Grounds): number[] {
  const ofFacts = facts.flatMap(({ label, value, asOf }) => [
    ...(typeof value === 'number' ? [value] : []),
    ...[label, typeof value === 'string' ? value : '', asOf ?? ''].flatMap(digitsOf),
    ...[typeof value === 'string' ? value : '', asOf ?? ''].flatMap((text) => clockOf(text, zone)),
  ]);
  return [...ofFacts, ...texts.flatMap(numbersIn)];
}

/** The numbers of a text as people may read them, and their digits as those of a name. */
function numbersIn(text: string): number[] {
  const written = text.match(NUMBER) ?? [];
  return [...written.flatMap(readings).map(({ value }) => value), ...digitsOf(text)];
}

function digitsOf(text: string): number[] {
  return (text.match(/\d+(\.\d+)?/g) ?? []).flatMap((digits) => [
    Number(digits),
    ...digits.split('.').map(Number),
  ]);
}

/** The hour in both ways to tell it, the minute, and the day. */
function clockOf(text: string, zone: string): number[] {
  if (!INSTANT.test(text) || Number.isNaN(Date.parse(text))) return [];
  const hours = hourInZone(Date.parse(text), zone);
  const hour = Math.floor(hours);
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(Date.parse(text));
  return [hour, hour % 12 || 12, Math.round((hours - hour) * 60), ...day.split('-').map(Number)];
}
