import type { TemplatePath } from './parse-template.ts';

/** The letters that a template may begin with; undefined where it may begin with a slot or a blank. */
export function templateStarts(path: TemplatePath): ReadonlySet<string> | undefined {
  const [step, ...rest] = path;
  if (step?.kind === 'letters') return new Set(step.letters.slice(0, 1));
  if (step?.kind !== 'choice') return undefined;
  const starts = step.paths.map((way) => templateStarts([...way, ...rest]));
  const known = starts.filter((one) => one !== undefined);
  if (known.length < starts.length) return undefined;
  return new Set(known.flatMap((letters) => [...letters]));
}
