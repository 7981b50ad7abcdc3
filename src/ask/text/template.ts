import { normalText } from './normalise.ts';
import { isEdge } from './word-edges.ts';
import { countWork } from './work-limit.ts';

/** One step of a template: letters, a blank, a slot, or a choice of several paths. */
export type TemplateStep =
  | { readonly kind: 'letters'; readonly letters: string }
  | { readonly kind: 'blank' }
  | { readonly kind: 'slot'; readonly name: string }
  | { readonly kind: 'choice'; readonly paths: readonly TemplatePath[] };

/** A template from its first step to its last. */
export type TemplatePath = readonly TemplateStep[];

const CLOSING_BRACKETS = [']', ')'];
const TEMPLATE_PIECE = /(\{\w+\}|[[\]()|]|[\s,:]+|[^{}[\]()|\s,:]+)/g;

/** Reads a template. Throws where its brackets do not match. */
export function parseTemplate(template: string): TemplatePath {
  const pieces = template.trim().match(TEMPLATE_PIECE) ?? [];
  const { paths, next } = parsePaths(pieces, 0);
  const [path, ...others] = paths;
  if (path === undefined || others.length > 0 || next < pieces.length) {
    throw new Error(`a bracket of a template has no other: ${template}`);
  }
  return path;
}

interface Parsed {
  readonly paths: readonly TemplatePath[];
  /** The index after the last piece read. */
  readonly next: number;
}

/** The paths up to the closing bracket, or to the end. */
function parsePaths(pieces: readonly string[], start: number): Parsed {
  const paths: TemplateStep[][] = [[]];
  let index = start;
  while (index < pieces.length && !CLOSING_BRACKETS.includes(pieces[index] ?? '')) {
    const { step, next } = parseStep(pieces, index);
    if (step) paths.at(-1)?.push(step);
    else paths.push([]);
    index = next;
  }
  return { paths, next: index };
}

/** The step that begins with a piece; undefined for a separator of paths. */
function parseStep(
  pieces: readonly string[],
  index: number,
): { readonly step: TemplateStep | undefined; readonly next: number } {
  const piece = pieces[index] ?? '';
  const closing = { '[': ']', '(': ')' }[piece];
  if (piece === '|') return { step: undefined, next: index + 1 };
  if (closing === undefined) return { step: buildStep(piece), next: index + 1 };
  const { paths, next } = parsePaths(pieces, index + 1);
  if (pieces[next] !== closing)
    throw new Error(`a template lacks a ${closing}: ${pieces.join('')}`);
  return {
    step: { kind: 'choice', paths: piece === '[' ? [...paths, []] : paths },
    next: next + 1,
  };
}

function buildStep(piece: string): TemplateStep {
  if (piece.startsWith('{')) return { kind: 'slot', name: piece.slice(1, -1) };
  if (/^[\s,:]+$/.test(piece)) return { kind: 'blank' };
  return { kind: 'letters', letters: normalText(piece) };
}

/** The letters that the values of a slot may begin with; undefined: any. */
export type SlotStarts = (name: string) => ReadonlySet<string> | undefined;

/** Characters that a blank of a template matches. */
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
 * Letters of which at least one is in every text that matches the template; undefined where there
 * are none. A template need not be tried in a text without its letters.
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

/** Long letters from a small set are in few texts. */
function rarity(anchors: readonly string[]): number {
  return Math.min(...anchors.map(({ length }) => length)) - anchors.length / 10;
}

/** The text in a slot, and its position. */
export interface Capture {
  readonly name: string;
  readonly from: number;
  readonly to: number;
  readonly value: unknown;
}

/** A match of a template in a text. */
export interface TemplateMatch {
  readonly end: number;
  readonly captures: readonly Capture[];
}

/** The possible values of a slot at a position, the likeliest first. */
export type SlotReader = (
  name: string,
  index: number,
) => Iterable<{ readonly end: number; readonly value: unknown }>;

/** Options for matching a template. */
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
  /** For all other letters. */
  readonly others: readonly Startable[];
}

const indexes = new WeakMap<readonly Startable[], ByFirstLetter>();

/** The templates of a list that may begin at a position of a text, by their first letter. */
export function startingAt<T extends Startable>(
  templates: readonly T[],
  text: string,
  index: number,
): readonly T[] {
  const cached = indexes.get(templates) ?? indexByFirstLetter(templates);
  indexes.set(templates, cached);
  // The index contains only templates of the list.
  return (cached.byLetter.get(text[index] ?? '') ?? cached.others) as readonly T[];
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

/** The matches of a path at a position; each ends at the edge of a word. */
export function matchTemplate(
  path: TemplatePath,
  index: number,
  search: TemplateSearch,
): readonly TemplateMatch[] {
  if (!mayMatch(path, search.text, index)) {
    countWork(1);
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
 * Searches for matches of a path at a position that end at the edge of a word, until one is
 * accepted. The text after that is not read.
 */
function findMatch(
  path: TemplatePath,
  index: number,
  search: TemplateSearch & { readonly isWanted: (match: TemplateMatch) => boolean },
): void {
  const { text, readSlot, isWanted } = search;
  const onward = (match: TemplateMatch) =>
    match.end > index && isEdge(text, match.end) && isWanted(match);
  walkTemplate(path, { end: index, captures: NOTHING }, { text, readSlot, onward });
}

const NOTHING: readonly Capture[] = [];

/**
 * State of a search along a path; the rest is searched from each of its ends, until it returns
 * true.
 */
interface TemplateWalk extends TemplateSearch {
  readonly onward: (match: TemplateMatch) => boolean;
}

/** Mutually recursive functions rather than generators: this runs for every word of a question. */
function walkTemplate(
  path: TemplatePath,
  from: TemplateMatch,
  way: TemplateWalk,
  first = 0,
): boolean {
  const { text } = way;
  const { captures } = from;
  let { end } = from;
  for (let at = first; at < path.length; at++) {
    const step = path[at];
    if (step === undefined) break;
    countWork(1);
    if (step.kind === 'letters') {
      if (!text.startsWith(step.letters, end)) return false;
      end += step.letters.length;
    } else if (step.kind === 'blank') {
      if (!isEdge(text, end)) return false;
      end = skipBetween(text, end);
    } else {
      const onward = (next: TemplateMatch) => walkTemplate(path, next, way, at + 1);
      return branch(step, { end, captures }, { text, readSlot: way.readSlot, onward });
    }
  }
  return way.onward({ end, captures });
}

type Branching = Exclude<TemplateStep, { readonly kind: 'letters' | 'blank' }>;

function branch(step: Branching, { end, captures }: TemplateMatch, way: TemplateWalk): boolean {
  const { text, readSlot, onward } = way;
  if (step.kind === 'choice') {
    return step.paths.some(
      (path) => mayMatch(path, text, end) && walkTemplate(path, { end, captures }, way),
    );
  }
  // "ל-Dana": a letter that belongs to the next word is separated from a name in another script.
  const from = text[end] === '-' && end > 0 && text[end - 1] !== ' ' ? end + 1 : end;
  for (const { end: to, value } of readSlot(step.name, from)) {
    if (onward({ end: to, captures: [...captures, { name: step.name, from, to, value }] }))
      return true;
  }
  return false;
}

/** Whether a path can match at all, by its first letters; most verbs cannot. */
function mayMatch([first]: TemplatePath, text: string, index: number): boolean {
  return first?.kind !== 'letters' || text.startsWith(first.letters, index);
}

function skipBetween(text: string, index: number): number {
  let at = index;
  while (BETWEEN_WORDS.test(text[at] ?? '')) at++;
  countWork(at - index);
  return at;
}
