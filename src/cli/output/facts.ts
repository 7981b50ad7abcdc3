import { isRecord } from '../../tools/unknown-values.ts';
import { neutralise } from './neutralise.ts';
import { type Column, type Values, valueAt } from './output.ts';

type Property<T, N extends string> = T extends null | undefined
  ? never
  : unknown extends T
    ? unknown
    : N extends keyof T
      ? T[N]
      : never;

/**
 * The type of the value at a path (`spike.flag`); never if the answer does not declare the path.
 */
export type ValueAt<T, P extends string> = P extends `${infer N}.${infer R}`
  ? ValueAt<Property<T, N>, R>
  : Property<T, P>;

/** The path, if the answer declares a value of this kind at it; otherwise never. */
export type Path<T, P extends string, Kind = unknown> = P extends string
  ? [ValueAt<T, P>] extends [never]
    ? never
    : unknown extends ValueAt<T, P>
      ? P
      : [Extract<ValueAt<T, P>, Kind>] extends [never]
        ? never
        : P
  : never;

type Part<V> = unknown extends V ? Values : Exclude<V, null | undefined>;

type Item<V> = Part<V> extends readonly (infer I)[] ? (unknown extends I ? Values : I) : Values;

/** Paths to the values of an object, including nested objects. */
export type Paths<T> = unknown extends T
  ? string
  : T extends readonly unknown[]
    ? never
    : T extends object
      ? { [N in keyof T & string]: N | `${N}.${Paths<Exclude<T[N], null | undefined>>}` }[keyof T &
          string]
      : never;

/** Paths to the lists of objects in an object. */
export type ListPaths<T> = {
  [N in keyof T & string]: Exclude<T[N], null | undefined> extends infer V
    ? V extends readonly unknown[]
      ? N
      : V extends object
        ? `${N}.${ListPaths<V>}`
        : never
    : never;
}[keyof T & string];

/** A column of rows of this type. */
export type ColumnOf<T> = Column & { readonly name: Paths<T> };

/** Type of the rows in a list of an answer. */
export type RowsAt<T, P extends string> = Item<ValueAt<T, P>>;

/** The answer type of some facts. */
type About<F> = F extends { readonly [answered]?: infer T } ? T : never;

/** A row of a list in these facts. */
export type RowOf<F, P extends string> = Facts<Item<ValueAt<About<F>, P>>>;

/** An object inside these facts. */
export type PartOf<F, P extends string> = Facts<Part<ValueAt<About<F>, P>>>;

declare const answered: unique symbol;

/**
 * Part of an answer of type `T`, read by paths that the compiler checks against its schema
 * (`spike.flag`). A value that is null, absent or of another type is undefined or empty; every text
 * is neutralised and on one line.
 */
export interface Facts<out T> {
  readonly [answered]?: T;
  text<S, const P extends string>(this: Facts<S>, path: P & Path<S, P, string>): string | undefined;
  number<S, const P extends string>(
    this: Facts<S>,
    path: P & Path<S, P, number>,
  ): number | undefined;
  flag<S, const P extends string>(this: Facts<S>, path: P & Path<S, P, boolean>): boolean;
  at<S, const P extends string>(
    this: Facts<S>,
    path: P & Path<S, P, object>,
  ): Facts<Part<ValueAt<S, P>>>;
  /** The objects of a list. */
  list<S, const P extends string>(
    this: Facts<S>,
    path: P & Path<S, P, readonly unknown[]>,
  ): readonly Facts<Item<ValueAt<S, P>>>[];
  /** The texts of a list, or the lines of a text. */
  texts<S, const P extends string>(
    this: Facts<S>,
    path: P & Path<S, P, string | readonly string[]>,
  ): readonly string[];
  /** The value as received. */
  raw<S, const P extends string>(this: Facts<S>, path: P & Path<S, P>): unknown;
}

// Direction marks affect only the order of adjacent text.
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/g;

/** Sanitises a text from the API for a line of terminal output. */
export function cleanText(text: string): string {
  return neutralise(text.replace(DIRECTION_MARKS, '').replace(/[ \t\r\n]+/g, ' ')).trim();
}

/** The facts of an answer or a part of one; their type is declared by the schema of the answer. */
export function factsOf<T = Values>(value: unknown): Facts<T> {
  const values: Values = isRecord(value) ? value : {};
  const raw = (name: string) => valueAt(values, name);
  return {
    text: (name) => shownText(raw(name)),
    number: (name) => numberOf(raw(name)),
    flag: (name) => raw(name) === true,
    at: (name) => factsOf(raw(name)),
    list: (name: string) =>
      listOf(raw(name))
        .filter(isRecord)
        .map((item) => factsOf<never>(item)),
    texts: (name) => linesOf(raw(name)).map(cleanText),
    raw,
  };
}

function shownText(value: unknown): string | undefined {
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
