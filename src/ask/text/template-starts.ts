import type { TemplatePath } from './parse-template.ts';

/** The letters that the values of a slot may begin with; undefined: any. */
export type SlotStarts = (name: string) => ReadonlySet<string> | undefined;

/** What a blank of a template may stand for. */
const BLANKS = [' ', ',', ':'];

/** The letters that a template may begin with; undefined where it may begin with any. */
export function templateStarts(
  path: TemplatePath,
  slotStarts: SlotStarts = () => undefined,
): ReadonlySet<string> | undefined {
  const [step, ...rest] = path;
  switch (step?.kind) {
    case undefined:
      return undefined;
    case 'letters':
      return new Set(step.letters.slice(0, 1));
    case 'slot':
      return slotStarts(step.name);
    case 'blank':
      return together([new Set(BLANKS), templateStarts(rest, slotStarts)]);
    case 'choice':
      return together(step.paths.map((way) => templateStarts([...way, ...rest], slotStarts)));
  }
}

function together(
  starts: readonly (ReadonlySet<string> | undefined)[],
): ReadonlySet<string> | undefined {
  const known = starts.filter((one) => one !== undefined);
  if (known.length < starts.length) return undefined;
  return new Set(known.flatMap((letters) => [...letters]));
}

/**
 * Letters of which at least one stands in every text that holds the template; undefined where there
 * are none. Templates without theirs in a text need not be tried anywhere in it.
 */
export function templateAnchors(path: TemplatePath): readonly string[] | undefined {
  const found = path.flatMap((step) => {
    if (step.kind === 'letters') return [[step.letters]];
    if (step.kind !== 'choice') return [];
    const ways = step.paths.map(templateAnchors);
    const known = ways.filter((way) => way !== undefined);
    return known.length < ways.length ? [] : [known.flat()];
  });
  return found.toSorted((a, b) => rarity(b) - rarity(a))[0];
}

/** Long letters of which there are few kinds stand in few texts. */
function rarity(anchors: readonly string[]): number {
  return Math.min(...anchors.map(({ length }) => length)) - anchors.length / 10;
}
