/**
 * Whether a terminal shows nothing but ASCII: a dumb one, or one whose locale is named and is not
 * of UTF-8.
 */
export function isAsciiOnly(environment: Readonly<Record<string, string | undefined>>): boolean {
  const { LC_ALL, LC_CTYPE, LANG, TERM } = environment;
  if (TERM === 'dumb') return true;
  const locale = LC_ALL || LC_CTYPE || LANG;
  return locale !== undefined && locale !== '' && !/utf-?8/i.test(locale);
}
