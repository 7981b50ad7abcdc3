import { loadLabels } from '../../i18n/labels.ts';
import { loadLanguage } from '../../i18n/load-language.ts';
import { isLanguage, type Language } from '../../model/languages.ts';
import { asciiGlyphs, unicodeGlyphs } from '../output/charts.ts';
import { loadMeasure } from '../output/text-layout.ts';
import { type Desk, namesOf } from './desk.ts';
import type { Facts } from './facts.ts';
import { isAsciiOnly } from './is-ascii-only.ts';
import { createWords } from './words.ts';

/** What is known of whoever reads a page. */
export interface Reader {
  /** The answer of `/me`. */
  readonly me: Facts;
  readonly answer: Facts;
  /** As asked for; else that of the organisation, else English. */
  readonly language: Language | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly names: readonly (readonly [id: string, name: string])[];
}

/** Makes the desk for a reader: the language, the clock of the farm, signs and names. */
export async function createDesk(reader: Reader): Promise<Desk> {
  const { me, answer, environment, names } = reader;
  const zone = answer.text('farm.timezone') ?? me.text('org.timezone') ?? 'UTC';
  const isAscii = isAsciiOnly(environment);
  const language = languageOf(reader);
  return {
    words: createWords(await loadLanguage(language), zone, await loadLabels(language)),
    glyphs: isAscii ? asciiGlyphs : unicodeGlyphs,
    isAscii,
    widthOf: await loadMeasure(),
    names: new Map([...namesOf(me.list('farms'), ['name']), ...names]),
  };
}

function languageOf({ me, language }: Reader): Language {
  const own = me.text('org.language') ?? '';
  return language ?? (isLanguage(own) ? own : 'en');
}
