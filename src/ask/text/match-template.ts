import type { TemplatePath, TemplateStep } from './parse-template.ts';
import { isEdge } from './word-edges.ts';
import { spend } from './work-limit.ts';

/** What stood in a slot, and where. */
export interface Capture {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
}

/** A template found in a text. */
export interface TemplateMatch {
  readonly end: number;
  readonly captures: readonly Capture[];
}

/** The values that may stand in a slot from a place on, the likeliest first. */
export type SlotReader = (
  name: string,
  index: number,
) => Iterable<{ readonly end: number; readonly value: unknown }>;

/** How a template is looked for. */
export interface TemplateSearch {
  readonly text: string;
  readonly readSlot: SlotReader;
}

const BETWEEN_WORDS = /[ ,:]/;

/** The letters that a template may begin with; undefined: any. */
interface Startable {
  readonly starts: ReadonlySet<string> | undefined;
}

interface ByFirstLetter {
  readonly byLetter: ReadonlyMap<string, readonly Startable[]>;
  /** For every other letter. */
  readonly others: readonly Startable[];
}

const indexes = new WeakMap<readonly Startable[], ByFirstLetter>();

/** The templates of a list that may begin at a place of a text, by their first letter. */
export function startingAt<T extends Startable>(
  templates: readonly T[],
  text: string,
  index: number,
): readonly T[] {
  const known = indexes.get(templates) ?? indexByFirstLetter(templates);
  indexes.set(templates, known);
  // The index holds nothing but templates of the list.
  return (known.byLetter.get(text[index] ?? '') ?? known.others) as readonly T[];
}

function indexByFirstLetter(templates: readonly Startable[]): ByFirstLetter {
  const letters = new Set(templates.flatMap(({ starts }) => [...(starts ?? [])]));
  const startingWith = (letter: string) =>
    templates.filter(({ starts }) => starts === undefined || starts.has(letter));
  return {
    byLetter: new Map([...letters].map((letter) => [letter, startingWith(letter)])),
    others: templates.filter(({ starts }) => starts === undefined),
  };
}

/** The ways in which a path matches from a place on; each ends at the edge of a word. */
export function* matchTemplate(
  path: TemplatePath,
  index: number,
  search: TemplateSearch,
): Generator<TemplateMatch> {
  for (const match of matchSteps(path, search, { end: index, captures: [] })) {
    if (match.end > index && isEdge(search.text, match.end)) yield match;
  }
}

function* matchSteps(
  path: TemplatePath,
  search: TemplateSearch,
  match: TemplateMatch,
  at = 0,
): Generator<TemplateMatch> {
  const step = path[at];
  if (step === undefined) {
    yield match;
    return;
  }
  for (const next of takeStep(step, search, match)) yield* matchSteps(path, search, next, at + 1);
}

function* takeStep(
  step: TemplateStep,
  search: TemplateSearch,
  match: TemplateMatch,
): Generator<TemplateMatch> {
  const { text, readSlot } = search;
  const { end, captures } = match;
  spend(1);
  if (step.kind === 'letters') {
    if (text.startsWith(step.letters, end)) yield { end: end + step.letters.length, captures };
  } else if (step.kind === 'blank') {
    if (isEdge(text, end)) yield { end: skipBetween(text, end), captures };
  } else if (step.kind === 'choice') {
    for (const path of waysOn(step.paths, text, end)) yield* matchSteps(path, search, match);
  } else {
    // "ל-Dana": a letter that belongs to the next word is parted from a name of another script.
    const from = text[end] === '-' && end > 0 && text[end - 1] !== ' ' ? end + 1 : end;
    for (const { end: to, value } of readSlot(step.name, from)) {
      yield { end: to, captures: [...captures, { name: step.name, from, to, value }] };
    }
  }
}

/** The ways that may match at all, by their first letters; of many verbs most do not. */
function waysOn(paths: readonly TemplatePath[], text: string, index: number) {
  return paths.filter(
    ([first]) => first?.kind !== 'letters' || text.startsWith(first.letters, index),
  );
}

function skipBetween(text: string, index: number): number {
  let at = index;
  while (BETWEEN_WORDS.test(text[at] ?? '')) at++;
  spend(at - index);
  return at;
}
