import { type Issue, validationFailed } from '../../model/core/errors.ts';
import { type ResourceDefinition, searchedFields } from '../../model/core/resource.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { resources } from '../../model/resources/registry.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import { nextTurn } from '../../storage/core/slices.ts';
import { findText, type TextRow } from '../../storage/records/list-rows.ts';
import { foldText } from '../../tools/words.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';

const SHORTEST = 2;
const MOST_FOUND = 50;
/** Candidates per module, last changed first, from which the best are chosen. */
const MOST_CANDIDATES = 500;

interface Found {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly snippet: string | null;
  readonly farmId: string | null;
  readonly score: number;
}

/** `GET /search`: the best rows of all modules that the key may read. */
export async function searchEverything(runtime: Runtime, call: RequestContext): Promise<Result> {
  const query = wantedText(operationParameters(routeOf('search'), call)['q']);
  const scope = scopeOf(call.actor);
  const readable = Object.values<ResourceDefinition>(resources).filter(({ name }) =>
    coversScope(call.actor.scopes, `read:${name}`),
  );
  const results = await Promise.all(
    readable.map(async (definition) => {
      await nextTurn();
      const limit = MOST_CANDIDATES;
      const rows = await findText(runtime.database, definition, { scope, text: query, limit });
      return rows.map((row) => ({ ...foundRow(definition, row, query), at: row.updatedAt }));
    }),
  );
  const ranked = results.flat().toSorted(compareResults);
  const data = ranked.slice(0, MOST_FOUND).map(({ at: _, ...row }): Found => row);
  return jsonResult({ data, meta: { total: ranked.length, limit: MOST_FOUND } });
}

function wantedText(requested: unknown): string {
  const query = foldText(String(requested).trim());
  if ([...query].length >= SHORTEST) return query;
  const issue: Issue = {
    path: 'q',
    code: 'too_small',
    message: `q must have at least ${SHORTEST} characters.`,
  };
  throw validationFailed([issue]);
}

function foundRow(definition: ResourceDefinition, row: TextRow, query: string): Found {
  const { label, name } = definition;
  const fields = searchedFields(definition);
  const labelled = fields.filter((field) => label.includes(field));
  const written = fields.filter((field) => !label.includes(field));
  const score = scoreMatch(
    {
      label: labelled.map((field) => row[field]),
      body: written.map((field) => row[field]),
      status: row['status'],
    },
    query,
  );
  const texts = [...labelled, ...written].map((field) => row[field]);
  const snippets = texts.map((text) =>
    typeof text === 'string' ? snippetOf(text, query) : undefined,
  );
  const { id, farmId } = row;
  const snippet = snippets.find((text) => text !== undefined) ?? null;
  return { resource: name, id, title: titleOf(definition, row), snippet, farmId, score };
}

/** The name of the row; its kind and ID if it has none. */
function titleOf({ label, singular }: ResourceDefinition, row: TextRow): string {
  const labelValue = label.map((field) => row[field]).find((value) => typeof value === 'string');
  return typeof labelValue === 'string' ? oneLine(labelValue) : `${singular} ${row.id}`;
}

const LONGEST_TITLE = 120;

function oneLine(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return line.length <= LONGEST_TITLE ? line.join('') : `${line.slice(0, LONGEST_TITLE).join('')}…`;
}

function compareResults(left: Found & { at: string }, right: Found & { at: string }): number {
  if (left.score !== right.score) return right.score - left.score;
  if (left.at !== right.at) return left.at < right.at ? 1 : -1;
  return left.id < right.id ? -1 : 1;
}

const SCORES = { exact: 100, prefix: 80, word: 60, substring: 40 } as const;

/** Added when the name of the row matches, not only its content. */
const LABEL_BONUS = 10;
/** Added when the row is open or active. */
const OPEN_BONUS = 10;

const OPEN_STATES: readonly unknown[] = [
  'open',
  'active',
  'selling',
  'new',
  'acknowledged',
  'in_progress',
  'pending',
];

/** The searched fields of a row, by weight. */
export interface SearchedRow {
  readonly label: readonly unknown[];
  readonly body: readonly unknown[];
  readonly status: unknown;
}

/** The score of a row for a folded text, 40 to 120; 0 without a match. */
export function scoreMatch(row: SearchedRow, query: string): number {
  const bestScore = (texts: readonly unknown[]) =>
    Math.max(0, ...texts.map((text) => (typeof text === 'string' ? scoreText(text, query) : 0)));
  const label = bestScore(row.label);
  const score = Math.max(label > 0 ? label + LABEL_BONUS : 0, bestScore(row.body));
  if (score === 0) return 0;
  return score + (OPEN_STATES.includes(row.status) ? OPEN_BONUS : 0);
}

function scoreText(text: string, query: string): number {
  const folded = foldText(text);
  const at = folded.indexOf(query);
  if (at === -1) return 0;
  if (folded === query) return SCORES.exact;
  if (at === 0) return SCORES.prefix;
  return startsWord(folded, query) ? SCORES.word : SCORES.substring;
}

function startsWord(folded: string, query: string): boolean {
  for (let at = folded.indexOf(query); at !== -1; at = folded.indexOf(query, at + 1)) {
    if (!/[\p{L}\p{N}\p{M}]$/u.test(folded.slice(0, at))) return true;
  }
  return false;
}

const BEFORE = 30;
const LENGTH = 120;

/** An excerpt around the match, on one line; undefined without a match. */
export function snippetOf(text: string, query: string): string | undefined {
  if (!foldText(text).includes(query)) return undefined;
  const line = [...text.replace(/\s+/g, ' ').trim()];
  const at = foldedPlace(line, query);
  const start = Math.max(0, at - BEFORE);
  const part = line.slice(start, start + LENGTH).join('');
  const end = start + LENGTH < line.length ? '…' : '';
  return `${start > 0 ? '…' : ''}${part}${end}`;
}

/** The position of the folded text in the characters; folding changes their number. */
function foldedPlace(characters: readonly string[], query: string): number {
  const folded: number[] = [];
  let text = '';
  for (const [index, character] of characters.entries()) {
    const part = foldText(character);
    for (let unit = 0; unit < part.length; unit++) folded.push(index);
    text += part;
  }
  return folded[Math.max(0, text.indexOf(query))] ?? 0;
}
