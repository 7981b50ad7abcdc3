import type { SectionFrame } from './section.ts';

/** A figure of each flock in the rows of another section; empty where that section failed. */
export function figuresOfFlocks(
  section: SectionFrame | undefined,
  name: string,
): ReadonlyMap<string, number> {
  const rows: readonly unknown[] =
    section && 'flocks' in section && Array.isArray(section.flocks) ? section.flocks : [];
  return new Map(rows.flatMap((row) => figureOf(row, name)));
}

function figureOf(row: unknown, name: string): [string, number][] {
  if (typeof row !== 'object' || row === null) return [];
  const values = new Map<string, unknown>(Object.entries(row));
  const [flockId, value] = [values.get('flockId'), values.get(name)];
  return typeof flockId === 'string' && typeof value === 'number' ? [[flockId, value]] : [];
}
