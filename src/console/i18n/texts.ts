import { IntlMessageFormat } from 'intl-messageformat';
import type english from '../../i18n/en/console.json';
import { type Labels, loadLabels } from '../../i18n/labels.ts';
import type { Language } from '../../model/core/message.ts';
import { closeDirections } from '../../tools/text.ts';

type Keys = keyof typeof english;
/** The name of a text of the console: its key without `console.`. */
export type TextName = Keys extends `console.${infer Name}` ? Name : never;
type Texts = Readonly<Record<Keys, string>>;

/** What texts are filled with. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A language as the console writes it. */
export interface Wording {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  readonly labels: Labels;
  /** The text of that name, filled in. */
  text(name: TextName, values?: TextValues): string;
}

/** Each language by its own name. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: 'English',
  he: 'עברית',
  th: 'ไทย',
  es: 'Español',
  zh: '中文',
};

const LOADERS: Readonly<Record<Language, () => Promise<{ readonly default: Texts }>>> = {
  en: () => import('../../i18n/en/console.json'),
  he: () => import('../../i18n/he/console.json'),
  th: () => import('../../i18n/th/console.json'),
  es: () => import('../../i18n/es/console.json'),
  zh: () => import('../../i18n/zh/console.json'),
};

/** The direction in which a language is written. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'he' ? 'rtl' : 'ltr';
}

/** Loads a language; each is a file of its own. */
export async function loadWording(language: Language): Promise<Wording> {
  const [{ default: texts }, labels] = await Promise.all([
    LOADERS[language](),
    loadLabels(language),
    loadLetters(language),
  ]);
  const formats = new Map<string, IntlMessageFormat>();
  const formatOf = (name: TextName) => {
    const known = formats.get(name);
    if (known) return known;
    const made = new IntlMessageFormat(texts[`console.${name}`], language, undefined, {
      ignoreTag: true,
    });
    formats.set(name, made);
    return made;
  };
  return {
    language,
    direction: directionOf(language),
    labels,
    text: (name, values = {}) => String(formatOf(name).format(contained(values))),
  };
}

const LETTERS_MILLIS = 1500;

/**
 * The letters that come with the console, before anything is written in them: a browser may keep words
 * as boxes that it drew while they were on their way.
 */
async function loadLetters(language: Language): Promise<void> {
  if (language !== 'th') return;
  const loads = ['400', '700'].map((weight) => {
    return document.fonts.load(`${weight} 1em "Noto Sans Thai"`, 'ก');
  });
  const late = new Promise<void>((resolve) => setTimeout(resolve, LETTERS_MILLIS));
  await Promise.race([Promise.all(loads), late]).catch(() => {});
}

/** Names that people gave leave the rest of a sentence alone. */
function contained(values: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? closeDirections(value) : value,
    ]),
  );
}
