const UUID_V7 = /_([0-9A-HJKMNP-TV-Z]{10})[0-9A-HJKMNP-TV-Z]{16}$/;
const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** When an id was made, in milliseconds since 1970; undefined for one that does not tell. */
export function idTime(id: string): number | undefined {
  // Two bits of nothing and the 48 bits of the time fill ten characters.
  const time = UUID_V7.exec(id)?.[1];
  if (time === undefined) return undefined;
  return [...time].reduce((sum, character) => sum * 32 + CROCKFORD.indexOf(character), 0);
}
