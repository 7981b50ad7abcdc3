import type { Glyphs } from '../output/charts.ts';
import type { Measure } from '../output/text-layout.ts';
import type { Facts } from './facts.ts';
import type { Words } from './words.ts';

/** What a page is written with: words of a language, signs that can be shown, names for ids. */
export interface Desk {
  readonly words: Words;
  readonly glyphs: Glyphs;
  /** Whether nothing but ASCII can be shown. */
  readonly isAscii: boolean;
  /** How many columns a text takes. */
  readonly widthOf: Measure;
  /** Names of farms, barns and flocks by their id. */
  readonly names: ReadonlyMap<string, string>;
}

/** What is known by this id, else the id. */
export function nameOf({ names }: Desk, id: string | undefined): string | undefined {
  return id === undefined ? undefined : (names.get(id) ?? id);
}

/** The names of the rows by their id, from the first of these fields that they have. */
export function namesOf(
  rows: readonly Facts[],
  fields: readonly string[],
): readonly (readonly [id: string, name: string])[] {
  return rows.flatMap((row) => {
    const id = row.text('id');
    const name = fields.map((field) => row.text(field)).find((text) => text !== undefined);
    return id === undefined || name === undefined ? [] : [[id, name] as const];
  });
}
