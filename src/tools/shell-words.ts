/** A field name as a flag: `barnId` is `barn-id`, `placementDate_from` is `placement-date-from`. */
export function kebabCase(name: string): string {
  return name
    .replace(/_/g, '-')
    .replace(/([a-z\d])([A-Z])/g, '$1-$2')
    .toLowerCase();
}

const PLAIN = /^[\w.,:@%+/=-]+$/;

/** A text as one word of a command line, between quotes where a shell would read it otherwise. */
export function quoteWord(text: string): string {
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
