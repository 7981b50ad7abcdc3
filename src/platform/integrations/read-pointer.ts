const ANY = '*';
/** A wildcard tries no more members than this. */
const MOST_MEMBERS = 50;
const MOST_WILDCARDS = 3;

/**
 * What a JSON pointer (RFC 6901) leads to; undefined where it leads nowhere. A part `*` stands for
 * the first member in which the rest of the pointer is found, such as the one sensor of a device;
 * members whose whole path is left out are passed over.
 */
export function readPointer(
  value: unknown,
  pointer: string,
  isLeftOut?: (path: string) => boolean,
): unknown {
  const parts = pointer.split('/').slice(1).map(unescapePart);
  return follow(value, parts, { path: '', wildcards: MOST_WILDCARDS, isLeftOut });
}

/** The members followed so far, and how many wildcards may still come. */
interface Trail {
  readonly path: string;
  readonly wildcards: number;
  readonly isLeftOut: ((path: string) => boolean) | undefined;
}

function unescapePart(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

function follow(value: unknown, parts: readonly string[], trail: Trail): unknown {
  const [part, ...rest] = parts;
  const { path, wildcards, isLeftOut } = trail;
  if (part === undefined) return value;
  if (typeof value !== 'object' || value === null) return undefined;
  const enter = (name: string, allowed: number) =>
    follow(memberOf(value, name), rest, {
      path: `${path}/${name}`,
      wildcards: allowed,
      isLeftOut,
    });
  if (part !== ANY) return enter(part, wildcards);
  if (wildcards === 0) return undefined;
  for (const name of Object.keys(value).slice(0, MOST_MEMBERS)) {
    if (isLeftOut?.(`${path}/${name}/${rest.join('/')}`)) continue;
    const found = enter(name, wildcards - 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Own members only: what every object inherits is no data. */
function memberOf(value: object, name: string): unknown {
  if (Array.isArray(value) && !/^(?:0|[1-9]\d{0,5})$/.test(name)) return undefined;
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}
