/** The languages in which the service speaks to people. */
export const languages = ['he', 'en', 'th', 'es', 'zh'] as const;

export type Language = (typeof languages)[number];

/** Whether a text names one of the languages. */
export function isLanguage(text: string): text is Language {
  return (languages as readonly string[]).includes(text);
}
