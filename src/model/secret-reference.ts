const NAMED_PLACE = /^(?:env:[A-Za-z_][A-Za-z0-9_]{0,99}|file:\S.*)$/;
const PLAIN_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} ._/-]{0,79}$/u;
const KNOWN_TOKEN =
  /^(?:bearer|basic|token)\s|^(?:sk|pk|rk)[-_](?:live|test|proj|ant)|^(?:gh[opsur]|glpat|github_pat|xox[abeoprs]|fk_live|whsec)[-_]|^(?:AKIA|ASIA|AIza|eyJ|ya29\.)/i;
const UUID = /\b[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\b/i;
const SHORTEST_TOKEN = 20;
const LONGEST_WORD = 32;

/** Whether the text names the place of a secret instead of being one itself. */
export function isSecretReference(text: string): boolean {
  if (NAMED_PLACE.test(text)) return true;
  return PLAIN_NAME.test(text) && !looksLikeToken(text);
}

function looksLikeToken(text: string): boolean {
  if (KNOWN_TOKEN.test(text) || UUID.test(text)) return true;
  return text.split(/[ ._/-]/).some(isRandomLooking);
}

function isRandomLooking(part: string): boolean {
  if (part.length < SHORTEST_TOKEN) return false;
  return (
    part.length > LONGEST_WORD || (/\d/.test(part) && /\p{L}/u.test(part)) || /^\d+$/.test(part)
  );
}
