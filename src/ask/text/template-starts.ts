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
