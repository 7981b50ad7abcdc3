import { createHash } from 'node:crypto';
import { FarmError } from '../../../model/core/errors.ts';
import { escapeForJson } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';

/**
 * Size of an answer in tokens, text and structured content together: the default and the allowed
 * range.
 */
export const answerTokens = { default: 4000, minimum: 2000, maximum: 50_000 } as const;

/** How an oversized answer may be shortened. */
export type Fitting =
  /** Lists and texts are shortened; the parts can be read in pages. */
  | 'parts'
  /** Lists and texts are shortened. */
  | 'shorten'
  /** Like `parts`, for a document, whose parts have their own URIs. */
  | 'document'
  /** Long texts are omitted entirely, so that a shortened text is never written back. */
  | 'omit';

/** An omitted or shortened part of an answer. */
interface LeftOut {
  /** Path of the list or text, with `*` for every list entry. */
  readonly at: string;
  /** Entries of a list, characters of a text, fields of an object. */
  readonly shown: number;
  readonly of: number;
}

type Path = readonly (string | number)[];

const NOTES = 30;
const LONG_TEXT = 600;
/** Characters per text in a shortened answer: the first limit that fits, or `LONG_TEXT`. */
const SHORT_TEXTS = [300, 120, 40] as const;
/** Entries per list, if they fit. */
const COUNTS = [1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200] as const;

/**
 * Lists that are filled before all others, in this order, and their share of the available tokens.
 */
const FIRST: readonly string[] = ['headline', 'mortality', 'openAlerts', 'alerts', 'gaps'];
const SHARE_OF_FIRST = 0.7;

/** Never shortened: required by later calls. */
const WHOLE: readonly string[] = ['note', 'nextCursor', 'id', 'token', 'confirm'];

// Digits and punctuation weigh more than letters, as tokenizers split IDs and times finely; a
// non-Latin character counts as more than one token. The weights are such that no answer of the
// test farms, in English, Hebrew or Thai, has more tokens in o200k, cl100k or Claude's published
// tokenizer.
const UNITS_A_TOKEN = 60;
const WEIGHTS = { letter: 25, other: 39, foreign: 88 } as const;
const LAST_LATIN = 0x24f;

/** A conservative estimate of the tokens of a text. */
export function tokensOf(text: string): number {
  return Math.ceil(weightOf(text) / UNITS_A_TOKEN);
}

/** JSON text of an answer, with hostile characters escaped. */
export function jsonOf(value: unknown): string {
  return escapeForJson(JSON.stringify(value));
}

/** Limits of a shortened answer: entries by list path, and characters per text. */
interface Size {
  readonly entries: ReadonlyMap<string, number> | 'all';
  /** Below 0: long texts are omitted entirely. */
  readonly characters: number;
}

/** Shortens an answer to a maximum number of tokens, with notes on all omissions. */
export function fitAnswer(data: Values, tokens: number, fitting: Fitting): Values {
  const isFitting = (answer: Values) => tokensOf(jsonOf(answer)) <= tokens;
  if (isFitting(data)) return data;
  const sized = (size: Size) => withNotes(...shortened(data, size), fitting);
  if (fitting === 'omit') return sized({ entries: 'all', characters: -1 });
  const lists = listsOf(data);
  const noEntries = new Map<string, number>();
  const characters = SHORT_TEXTS.find((count) =>
    isFitting(sized({ entries: noEntries, characters: count })),
  );
  if (characters === undefined) {
    const [smallest] = shortened(data, { entries: noEntries, characters: 40 });
    return withoutLargest(data, smallest, { isFitting: isFitting, fitting });
  }
  const sizeOf = (entries: ReadonlyMap<string, number>) =>
    tokensOf(jsonOf(sized({ entries, characters })));
  const smallest = sizeOf(noEntries);
  const entries = fillLists(
    lists,
    (entries, share = 1) => sizeOf(entries) <= smallest + (tokens - smallest) * share,
  );
  const longer = sized({ entries, characters: LONG_TEXT });
  return isFitting(longer) ? longer : sized({ entries, characters });
}

/**
 * Adds as many entries of each list as fit: first to the most important lists, then evenly to all,
 * then to one list after another.
 */
function fillLists(
  lists: ReadonlyMap<string, number>,
  isFitting: (entries: ReadonlyMap<string, number>, share?: number) => boolean,
): ReadonlyMap<string, number> {
  let entries: ReadonlyMap<string, number> = new Map();
  const raise = (at: string, share?: number) => {
    let low = entries.get(at) ?? 0;
    let high = lists.get(at) ?? 0;
    // Most lists cannot take another entry once the answer is full.
    for (let tried = low + 1; low < high; tried = Math.ceil((low + high) / 2)) {
      const moreEntries = new Map(entries).set(at, tried);
      if (isFitting(moreEntries, share)) [low, entries] = [tried, moreEntries];
      else high = tried - 1;
    }
  };
  const ranked = [...lists.keys()].toSorted((left, right) => rankOf(left) - rankOf(right));
  for (const at of ranked) {
    // The headlines sum up the other lists.
    if (rankOf(at) < FIRST.length) raise(at, rankOf(at) === 0 ? 1 : SHARE_OF_FIRST);
  }
  for (const count of COUNTS) {
    const moreEntries = new Map(
      ranked.map((at) => [at, Math.max(count, entries.get(at) ?? 0)] as const),
    );
    if (!isFitting(moreEntries)) break;
    entries = moreEntries;
  }
  for (const at of ranked) raise(at);
  return entries;
}

function rankOf(at: string): number {
  const rank = FIRST.indexOf(at.slice(at.lastIndexOf('.') + 1));
  return rank < 0 ? FIRST.length : rank;
}

/** List paths of an answer, with the length of the longest list at each path. */
function listsOf(data: Values): ReadonlyMap<string, number> {
  const lists = new Map<string, number>();
  const visit = (value: unknown, at: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const isList = Array.isArray(value);
    if (isList) lists.set(at, Math.max(lists.get(at) ?? 0, value.length));
    for (const [name, item] of Object.entries(value))
      visit(item, joinPath(at, isList ? '*' : name));
  };
  visit(data, '');
  return lists;
}

/** One page of a part of an answer. */
export function pageOfAnswer(
  data: Values,
  start: string,
  tokens: number,
  next = 'Read on with the same input and nextCursor as cursor.',
): Values {
  const [part = '', from = '0', mark] = start.split('~');
  const { path, value } = find(data, part === 'all' ? [] : part.split('.'));
  const room = tokens * UNITS_A_TOKEN;
  const pieces = [...piecesOf(value, path, room / 4)];
  const present = markOf(pieces);
  if (mark !== undefined && mark !== present) {
    throw invalid('The data have changed since the page before. Read the part from its start.');
  }
  const first = Number(from);
  if (!Number.isInteger(first) || first < 0 || first >= Math.max(pieces.length, 1)) {
    throw invalid('The cursor is not one of this tool.');
  }
  const last = lastOfPage(pieces, first, room - 200 * UNITS_A_TOKEN);
  const page = rebuilt(pieces.slice(first, last));
  const at = pieces[first]?.path.join('.') ?? part;
  const note = `Pieces ${first + 1} to ${last} of ${pieces.length} of ${part}, from ${at} on.`;
  if (last >= pieces.length) return { note: `${note} This is the last page.`, ...page };
  const nextCursor = `${part}~${last}~${present}`;
  return {
    note: `${note} ${next}`,
    nextCursor,
    ...page,
  };
}

function withNotes(data: Values, notes: readonly LeftOut[], fitting: Fitting): Values {
  const leftOut = [...notes].sort((a, b) => b.of - b.shown - (a.of - a.shown)).slice(0, NOTES);
  const omittedText = notes.length > NOTES ? ` ${notes.length - NOTES} more are not listed.` : '';
  const { note, ...rest } = data;
  const hint = `${NOTE[fitting]}${omittedText}`;
  return { note: typeof note === 'string' ? `${note} ${hint}` : hint, leftOut, ...rest };
}

const NOTE: Readonly<Record<Fitting, string>> = {
  parts:
    'A summary: leftOut names the lists and texts that are cut. To read one in pages, call again ' +
    'with part, its path up to the first *, such as barns.0; part all reads everything.',
  document:
    'A summary: leftOut names the lists and texts that are cut. To read one in ' +
    'pages, add it to the address of this document, as in farmctl://resources/data.0; "all" reads ' +
    'everything.',
  shorten:
    'leftOut names the lists and texts that are not whole. Read the rest with get_record or list_records.',
  omit:
    'leftOut names long texts that are valid and not repeated here. Run the action with these texts ' +
    'as you sent them.',
};

function withoutLargest(
  data: Values,
  smallest: Values,
  {
    isFitting,
    fitting,
  }: { readonly isFitting: (answer: Values) => boolean; readonly fitting: Fitting },
): Values {
  const [, notes] = shortened(data, { entries: new Map(), characters: 120 });
  const remaining: Record<string, unknown> = { ...smallest };
  const parts = Object.keys(remaining).sort(
    (a, b) => weightOf(jsonOf(remaining[b])) - weightOf(jsonOf(remaining[a])),
  );
  const omitted: LeftOut[] = [];
  let answer = withNotes(remaining, notes, fitting);
  for (const part of parts) {
    const fitted = { ...remaining };
    const children = fitted[part];
    delete remaining[part];
    const total =
      typeof children === 'object' && children !== null ? Object.keys(children).length : 1;
    omitted.push({ at: part, shown: 0, of: total });
    const otherNotes = notes.filter(
      ({ at }) => !omitted.some((note) => at === note.at || at.startsWith(`${note.at}.`)),
    );
    answer = withNotes(remaining, [...omitted, ...otherNotes], fitting);
    if (isFitting(answer)) break;
  }
  return answer;
}

/** Limits the entries of each list and the characters of each text. */
function shortened(data: Values, { entries, characters }: Size): [Values, readonly LeftOut[]] {
  const notes = new Map<string, LeftOut>();
  const addNote = (at: string, shown: number, of: number) => {
    const note = notes.get(at) ?? { at, shown: 0, of: 0 };
    notes.set(at, { at, shown: note.shown + shown, of: note.of + of });
  };
  const shorten = (value: unknown, at: string): unknown => {
    if (typeof value === 'string') return shortText(value, at);
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const count = entries === 'all' ? value.length : (entries.get(at) ?? 0);
      if (value.length > count) addNote(at, count, value.length);
      return value.slice(0, count).map((item) => shorten(item, joinPath(at, '*')));
    }
    const pairs = Object.entries(value).map(([name, item]) => [
      name,
      shorten(item, joinPath(at, name)),
    ]);
    return Object.fromEntries(pairs.filter(([, item]) => item !== undefined));
  };
  const shortText = (text: string, at: string): string | undefined => {
    if (text.length <= (characters < 0 ? LONG_TEXT : characters) || isKept(at)) return text;
    addNote(at, Math.max(characters, 0), text.length);
    return characters < 0 ? undefined : `${text.slice(0, cutOf(text, 0, characters))}…`;
  };
  return [shorten(data, '') as Values, [...notes.values()]];
}

function isKept(at: string): boolean {
  return WHOLE.includes(at.slice(at.lastIndexOf('.') + 1));
}

function joinPath(at: string, name: string): string {
  return at === '' ? name : `${at}.${name}`;
}

interface Piece {
  readonly path: Path;
  readonly value: unknown;
  readonly weight: number;
}

/** The values of a part in order; rows that are small enough are not split. */
function* piecesOf(value: unknown, path: Path, maximum: number): Generator<Piece> {
  const weight = weightOf(jsonOf(value));
  const isLong = weight > maximum;
  if (isLong && typeof value === 'string') {
    for (const text of slicesOf(value, Math.floor(maximum / (2 * UNITS_A_TOKEN)))) {
      yield { path, value: text, weight: weightOf(jsonOf(text)) };
    }
    return;
  }
  const isList = Array.isArray(value);
  const isEmpty = typeof value !== 'object' || value === null || Object.keys(value).length === 0;
  if (isEmpty || !(isLong || isList || path.length === 0)) return yield { path, value, weight };
  for (const [name, item] of Object.entries(value)) {
    yield* piecesOf(item, [...path, isList ? Number(name) : name], maximum);
  }
}

function* slicesOf(text: string, length: number): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = cutOf(text, start, length);
    yield text.slice(start, end);
    start = end;
  }
}

/** Adjusts a cut position so that it does not split a surrogate pair. */
export function cutOf(text: string, start: number, length: number): number {
  const end = start + length;
  const code = text.charCodeAt(end - 1);
  return end < text.length && code >= 0xd800 && code <= 0xdbff ? end - 1 : end;
}

/** End index of the page that starts with this piece; a page has at least one piece. */
function lastOfPage(pieces: readonly Piece[], first: number, room: number): number {
  let remaining = room;
  let before: Path = [];
  for (let index = first; index < pieces.length; index += 1) {
    const { path, weight } = pieces[index] as Piece;
    const changedDepth = path.findIndex((step, depth) => step !== before[depth]);
    const steps = changedDepth < 0 ? [] : path.slice(changedDepth);
    remaining -= weight + weightOf(jsonOf(steps)) + 3 * UNITS_A_TOKEN;
    if (remaining < 0 && index > first) return index;
    before = path;
  }
  return pieces.length;
}

type Branch = Map<string | number, unknown>;

/** Rebuilds the answer's structure from the pieces; lists contain only the entries of the page. */
function rebuilt(pieces: readonly Piece[]): Values {
  const root: Branch = new Map();
  for (const { path, value } of pieces) {
    const last = path.at(-1);
    if (last === undefined) continue;
    const parent = path.slice(0, -1).reduce(childOf, root);
    const childPath = parent.get(last);
    // Slices of one text are joined.
    parent.set(last, typeof childPath === 'string' ? childPath + String(value) : value);
  }
  return plainOf(root) as Values;
}

function childOf(branch: Branch, step: string | number): Branch {
  const existing = branch.get(step);
  if (existing instanceof Map) return existing;
  const child: Branch = new Map();
  branch.set(step, child);
  return child;
}

function plainOf(value: unknown): unknown {
  if (!(value instanceof Map)) return value;
  const entries = [...(value as Branch)].map(([name, item]) => [name, plainOf(item)] as const);
  const isList = typeof entries[0]?.[0] === 'number';
  return isList ? entries.map(([, item]) => item) : Object.fromEntries(entries);
}

function find(
  data: Values,
  steps: readonly string[],
): { readonly path: Path; readonly value: unknown } {
  let value: unknown = data;
  const path: (string | number)[] = [];
  for (const step of steps) {
    const isParent = typeof value === 'object' && value !== null && Object.hasOwn(value, step);
    const isEntry = !Array.isArray(value) || String(Number(step)) === step;
    if (!isParent || !isEntry) {
      const names = Object.keys(data).slice(0, 50).join(', ');
      throw invalid(`There is no part ${JSON.stringify(steps.join('.'))}. Parts: all, ${names}.`);
    }
    path.push(Array.isArray(value) ? Number(step) : step);
    value = (value as Values)[step];
  }
  return { path, value };
}

/**
 * Fingerprint of the structure of the pieces, independent of their values, to detect changes
 * between pages.
 */
function markOf(pieces: readonly Piece[]): string {
  const lines = pieces.map(({ path, value }) => {
    const { id } = (value ?? {}) as { readonly id?: unknown };
    return JSON.stringify([path, id ?? null]);
  });
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 12);
}

function weightOf(text: string): number {
  let weight = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    const isLetter = (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 32;
    weight += code > LAST_LATIN ? WEIGHTS.foreign : isLetter ? WEIGHTS.letter : WEIGHTS.other;
  }
  return weight;
}

function invalid(message: string): FarmError {
  return new FarmError('validation_failed', { message });
}
