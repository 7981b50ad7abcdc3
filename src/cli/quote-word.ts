const PLAIN = /^[\w.,:@%+/=-]+$/;

/** A text as one word of a command line, between quotes where a shell would read it otherwise. */
export function quoteWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
