import { neutralise } from './neutralise.ts';
import { isValues, type Values, valueAt } from './output.ts';

/**
 * Part of an answer, read by names that may lead inside (`spike.flag`). What is null, absent or of
 * another kind is undefined or empty, and every text is harmless and on one line.
 */
export interface Facts {
  text(name: string): string | undefined;
  number(name: string): number | undefined;
  flag(name: string): boolean;
  at(name: string): Facts;
  /** The objects of a list. */
  list(name: string): readonly Facts[];
  /** The texts of a list, or the lines of a text. */
  texts(name: string): readonly string[];
  /** As the answer has it. */
  raw(name: string): unknown;
}

// Marks of direction change nothing but the order of what stands beside them.
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;

/** A text of the service, such that it can stand on a line for people. */
export function cleanText(text: string): string {
  return neutralise(text.replace(DIRECTION_MARKS, '').replace(/[ \t\r\n]+/g, ' ')).trim();
}

/** The facts of an answer or a part of one. */
export function factsOf(value: unknown): Facts {
  const values: Values = isValues(value) ? value : {};
  const raw = (name: string) => valueAt(values, name);
  return {
    text: (name) => textOf(raw(name)),
    number: (name) => numberOf(raw(name)),
    flag: (name) => raw(name) === true,
    at: (name) => factsOf(raw(name)),
    list: (name) => listOf(raw(name)).filter(isValues).map(factsOf),
    texts: (name) => linesOf(raw(name)).map(cleanText),
    raw,
  };
}

function textOf(value: unknown): string | undefined {
  const text = typeof value === 'string' ? cleanText(value) : '';
  return text === '' ? undefined : text;
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function linesOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return value.split('\n').filter((line) => line.trim() !== '');
  return listOf(value).filter((item) => typeof item === 'string');
}
