/** The languages in which the service speaks to people. */
export const languages = ['he', 'en', 'th', 'es', 'zh'] as const;

export type Language = (typeof languages)[number];

/** Whether a text names one of the languages. */
export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}

/** More choices than people make; what stands behind them is not read. */
const MOST_CHOICES = 20;

/** The language that an `Accept-Language` header prefers of those of the service; undefined for none. */
export function preferredLanguage(header: string | undefined): Language | undefined {
  const choices = (header ?? '').split(',', MOST_CHOICES).map((choice) => {
    const [tag = '', ...parameters] = choice.split(';').map((part) => part.trim().toLowerCase());
    const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
    return { language: tag.split('-')[0] ?? '', q: weight === undefined ? 1 : Number(weight) };
  });
  return choices
    .filter(({ q }) => q > 0)
    .toSorted((left, right) => right.q - left.q)
    .map(({ language }) => language)
    .find(isLanguage);
}
