const ANY = '*';
/** A wildcard tries no more members than this. */
const MOST_MEMBERS = 50;
const MOST_WILDCARDS = 3;

/**
 * What a JSON pointer (RFC 6901) leads to; undefined where it leads nowhere. A part `*` stands for
 * the first member in which the rest of the pointer is found, such as the one sensor of a device.
 */
export function readPointer(value: unknown, pointer: string): unknown {
  const parts = pointer.split('/').slice(1).map(unescapePart);
  return follow(value, parts, MOST_WILDCARDS);
}

function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function follow(value: unknown, parts: readonly string[], wildcards: number): unknown {
  const [part, ...rest] = parts;
  if (part === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  if (part !== ANY) return follow(memberOf(value, part), rest, wildcards);
  if (wildcards === 0) return undefined;
  for (const member of Object.values(value).slice(0, MOST_MEMBERS)) {
    const found = follow(member, rest, wildcards - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Own members only: what every object inherits is no data. */
function memberOf(value: object, name: string): unknown {
  if (Array.isArray(value) && !/^(?:0|[1-9]\d{0,5})$/.test(name)) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
