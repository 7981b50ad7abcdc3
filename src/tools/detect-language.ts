import { foldText } from './words.ts';

/** Scripts that identify a language; a Chinese character weighs as much as several letters. */
const SCRIPTS = [
  { language: 'he', letter: /\p{Script=Hebrew}/gu, weight: 1 },
  { language: 'th', letter: /\p{Script=Thai}/gu, weight: 1 },
  { language: 'zh', letter: /\p{Script=Han}/gu, weight: 3 },
  { language: 'ar', letter: /\p{Script=Arabic}/gu, weight: 1 },
  { language: 'ru', letter: /\p{Script=Cyrillic}/gu, weight: 1 },
] as const;
const LATIN_LETTER = /\p{Script=Latin}/gu;
// Names of breeds, machines and gases are written in Latin letters in every language.
const LEAST_SHARE_OF_LATIN = 0.5;

/** Common words, farm terms included, of the two languages in Latin script; folded. */
const LATIN_WORDS = {
  en: new Set(
    `the is are was were of and to in on at with for it this that there have has had not we i you
    my our can do does did should will what when where why how who which today yesterday morning
    please from need found dead birds bird chicks hens feed water barn house eggs weight fan fans
    broken leaking leak heat hot cold power finished average more than`.split(/\s+/),
  ),
  es: new Set(
    `el la los las un una unos unas de del al que en y es son esta estan hay por para con se su lo
    como cuando cuanto cuanta cuantos cuantas donde quien hoy ayer manana favor necesito hace mucho
    muchos muy mas pero ya nos pollos pollo gallinas aves muertos muertas agua alimento pienso
    galpon nave caseta huevos peso ventilador ventiladores roto rota fuga luz promedio gracias`.split(
      /\s+/,
    ),
  ),
} as const;
const SPANISH_SIGN = /[ñ¿¡]/i;

/** A detectable language, ISO 639-1. */
export type DetectedLanguage = (typeof SCRIPTS)[number]['language'] | keyof typeof LATIN_WORDS;

/**
 * Detects the language of a text by its script, or by common words in Latin script; undefined if
 * unclear.
 */
export function detectLanguage(text: string): DetectedLanguage | undefined {
  const counts = SCRIPTS.map(({ language, letter, weight }) => ({
    language,
    count: weight * countOf(text, letter),
  }));
  const dominant = counts.reduce((best, next) => (next.count > best.count ? next : best));
  const latin = countOf(text, LATIN_LETTER);
  if (dominant.count > 0 && dominant.count >= latin * LEAST_SHARE_OF_LATIN)
    return dominant.language;
  return detectLatinLanguage(text);
}

function detectLatinLanguage(text: string): 'en' | 'es' | undefined {
  const words = foldText(text).match(/\p{L}+/gu) ?? [];
  // A single letter may be "yes" in English or "and" in Spanish.
  if (words.every((word) => word.length === 1)) return SPANISH_SIGN.test(text) ? 'es' : undefined;
  const english = words.filter((word) => LATIN_WORDS.en.has(word)).length;
  const spanish =
    words.filter((word) => LATIN_WORDS.es.has(word)).length + (SPANISH_SIGN.test(text) ? 1 : 0);
  if (english === spanish) return undefined;
  return english > spanish ? 'en' : 'es';
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
