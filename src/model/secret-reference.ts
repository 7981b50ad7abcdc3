const NAMED_PLACE = /^(?:env:[A-Za-z_][A-Za-z0-9_]{0,99}|file:\S.*)$/;
const KNOWN_TOKEN =
  /^(?:bearer|basic|token)\s|^(?:sk|pk|rk)[-_](?:live|test|proj|ant)|^(?:gh[opsur]|glpat|github_pat|xox[abeoprs]|fk_live|whsec)[-_]|^(?:AKIA|ASIA|AIza|eyJ|ya29\.)/i;
const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i;
const SHORTEST_TOKEN = 20;
const LONGEST_WORD = 32;

/** Whether the text names the place of a secret, `env:NAME` or `file:PATH`. */
export function isSecretReference(text: string): boolean {
  return NAMED_PLACE.test(text);
}

/** Whether a text is, or contains, what looks like a token or a key. */
export function looksLikeToken(text: string): boolean {
  if (KNOWN_TOKEN.test(text) || UUID.test(text)) return true;
  return text.split(/[ ._/-]/).some(isRandomLooking);
}

function isRandomLooking(part: string): boolean {
  if (part.length < SHORTEST_TOKEN) return false;
  return (
    part.length > LONGEST_WORD || (/\d/.test(part) && /\p{L}/u.test(part)) || /^\d+$/.test(part)
  );
}
