import type { Components } from './open-api-document.ts';

/** The components that the parts of a document refer to, directly or through one another. */
export function reachableComponents(parts: unknown, pool: Components): Components {
  const kinds = Object.entries(pool) as [string, Readonly<Record<string, unknown>>][];
  const components = new Map(
    kinds.flatMap(([kind, ofKind]) =>
      Object.entries(ofKind).map(([name, component]) => [pointerTo(kind, name), component]),
    ),
  );
  const used = new Set<string>();
  const waiting: unknown[] = [parts];
  while (waiting.length > 0) {
    for (const pointer of pointersIn(waiting.pop())) {
      if (used.has(pointer)) continue;
      if (!components.has(pointer)) throw new Error(`There is no component ${pointer}.`);
      used.add(pointer);
      waiting.push(components.get(pointer));
    }
  }
  return Object.fromEntries(
    kinds.map(([kind, ofKind]) => [
      kind,
      Object.fromEntries(
        Object.entries(ofKind).filter(([name]) => used.has(pointerTo(kind, name))),
      ),
    ]),
  );
}

function pointerTo(kind: string, name: string): string {
  return `#/components/${kind}/${name}`;
}

function pointersIn(
  part: unknown,
  found = new Set<string>(),
  seen = new Set<object>(),
): Set<string> {
  if (typeof part !== 'object' || part === null || seen.has(part)) return found;
  seen.add(part);
  // A plain loop: documents have tens of thousands of parts, and lists of entries cost the most.
  for (const key in part) {
    const value: unknown = part[key as keyof typeof part];
    if (key === '$ref' && typeof value === 'string') found.add(value);
    // The values of examples are data, not parts of the document.
    else if (key !== 'value') pointersIn(value, found, seen);
  }
  return found;
}
