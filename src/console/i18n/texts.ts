import { IntlMessageFormat } from 'intl-messageformat';
import type english from '../../i18n/en/console.json';
import { type Labels, loadLabels } from '../../i18n/labels.ts';
import type { Language } from '../../model/core/message.ts';
import { closeDirections } from '../../tools/text.ts';

type Keys = keyof typeof english;
/** The name of a text of the console: its key without `console.`. */
export type TextName = Keys extends `console.${infer Name}` ? Name : never;
type Texts = Readonly<Record<Keys, string>>;

/** The parameters of texts. */
export type TextValues = Readonly<Record<string, string | number>>;

/** The texts of the console in one language. */
export interface Wording {
  readonly language: Language;
  readonly direction: 'ltr' | 'rtl';
  readonly labels: Labels;
  /** The text with that name, with its parameters inserted. */
  text(name: TextName, values?: TextValues): string;
}

/** The native name of each language. */
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
export function textDirection(language: Language): 'ltr' | 'rtl' {
  return language === 'he' ? 'rtl' : 'ltr';
}

/** Loads a language from its separate file. */
export async function loadWording(language: Language): Promise<Wording> {
  const [{ default: texts }, labels] = await Promise.all([
    LOADERS[language](),
    loadLabels(language),
    loadFonts(language),
  ]);
  const formats = new Map<string, IntlMessageFormat>();
  const getFormat = (name: TextName) => {
    const cached = formats.get(name);
    if (cached) return cached;
    const made = new IntlMessageFormat(texts[`console.${name}`], language, undefined, {
      ignoreTag: true,
    });
    formats.set(name, made);
    return made;
  };
  return {
    language,
    direction: textDirection(language),
    labels,
    text: (name, values = {}) => String(getFormat(name).format(contained(values))),
  };
}

const FONT_TIMEOUT_MILLIS = 1500;

/**
 * Loads the fonts of the console before any text is rendered: a browser may keep words as boxes
 * that it drew while the fonts were loading.
 */
async function loadFonts(language: Language): Promise<void> {
  if (language !== 'th') return;
  const loads = ['400', '700'].map((weight) => {
    return document.fonts.load(`${weight} 1em "Noto Sans Thai"`, 'ก');
  });
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, FONT_TIMEOUT_MILLIS));
  await Promise.race([Promise.all(loads), timeout]).catch(() => {});
}

/** Isolates user-defined names, so that they do not change the direction of the sentence. */
function contained(values: TextValues): TextValues {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? closeDirections(value) : value,
    ]),
  );
}
