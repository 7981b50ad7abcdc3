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
export function matchTemplate(
  path: TemplatePath,
  index: number,
  search: TemplateSearch,
): readonly TemplateMatch[] {
  if (!mayMatch(path, search.text, index)) {
    spend(1);
    return NO_MATCHES;
  }
  const found: TemplateMatch[] = [];
  const isWanted = (match: TemplateMatch) => {
    found.push(match);
    return false;
  };
  findMatch(path, index, { text: search.text, readSlot: search.readSlot, isWanted });
  return found;
}

const NO_MATCHES: readonly TemplateMatch[] = [];

/**
 * Looks for a way in which a path matches from a place on and ends at the edge of a word, until one
 * is wanted. What lies behind that is not read.
 */
function findMatch(
  path: TemplatePath,
  index: number,
  search: TemplateSearch & { readonly isWanted: (match: TemplateMatch) => boolean },
): void {
  const { text, readSlot, isWanted } = search;
  const goOn = (match: TemplateMatch) =>
    match.end > index && isEdge(text, match.end) && isWanted(match);
  walk(path, { end: index, captures: NOTHING }, { text, readSlot, goOn });
}

const NOTHING: readonly Capture[] = [];

/** How a path is walked; what stands behind it goes on from each of its ends, until that is true. */
interface Walk extends TemplateSearch {
  readonly goOn: (match: TemplateMatch) => boolean;
}

/** Functions that call each other rather than generators: every word of a question comes here. */
function walk(path: TemplatePath, from: TemplateMatch, way: Walk, first = 0): boolean {
  const { text } = way;
  const { captures } = from;
  let { end } = from;
  for (let at = first; at < path.length; at++) {
    const step = path[at];
    if (step === undefined) break;
    spend(1);
    if (step.kind === 'letters') {
      if (!text.startsWith(step.letters, end)) return false;
      end += step.letters.length;
    } else if (step.kind === 'blank') {
      if (!isEdge(text, end)) return false;
      end = skipBetween(text, end);
    } else {
      const goOn = (next: TemplateMatch) => walk(path, next, way, at + 1);
      return branch(step, { end, captures }, { text, readSlot: way.readSlot, goOn });
    }
  }
  return way.goOn({ end, captures });
}

type Branching = Exclude<TemplateStep, { readonly kind: 'letters' | 'blank' }>;

function branch(step: Branching, { end, captures }: TemplateMatch, way: Walk): boolean {
  const { text, readSlot, goOn } = way;
  if (step.kind === 'choice') {
    return step.paths.some(
      (path) => mayMatch(path, text, end) && walk(path, { end, captures }, way),
    );
  }
  // "ל-Dana": a letter that belongs to the next word is parted from a name of another script.
  const from = text[end] === '-' && end > 0 && text[end - 1] !== ' ' ? end + 1 : end;
  for (const { end: to, value } of readSlot(step.name, from)) {
    if (goOn({ end: to, captures: [...captures, { name: step.name, from, to, value }] }))
      return true;
  }
  return false;
}

/** Whether a way may match at all, by its first letters; of many verbs most do not. */
function mayMatch([first]: TemplatePath, text: string, index: number): boolean {
  return first?.kind !== 'letters' || text.startsWith(first.letters, index);
}

function skipBetween(text: string, index: number): number {
  let at = index;
  while (BETWEEN_WORDS.test(text[at] ?? '')) at++;
  spend(at - index);
  return at;
}
