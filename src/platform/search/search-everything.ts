import { type Issue, validationFailed } from '../../model/errors.ts';
import { resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { searchedFields } from '../../model/resource-fields.ts';
import { coversScope } from '../../model/scopes.ts';
import { nextTurn } from '../../storage/in-slices.ts';
import { findText, type TextRow } from '../../storage/records/find-text.ts';
import { foldText } from '../../tools/text-folding.ts';
import { scopeOf } from '../access/actor.ts';
import { findOperation } from '../intelligence/asked-farm.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import { scoreMatch } from './score-match.ts';
import { snippetOf } from './snippet-of.ts';

const SHORTEST = 2;
const MOST_FOUND = 50;
/** Looked at in each module, those changed last first, before the best are chosen. */
const MOST_CANDIDATES = 500;

/** A row that was found. */
interface Found {
  readonly resource: string;
  readonly id: string;
  readonly title: string;
  readonly snippet: string | null;
  readonly farmId: string | null;
  readonly score: number;
}

/** `GET /search`: the best rows of all modules that the key may read. */
export async function searchEverything(runtime: Runtime, call: Call): Promise<Answer> {
  call.subject.resource = 'search';
  const wanted = wantedText(operationParameters(findOperation('search'), call)['q']);
  const scope = scopeOf(call.actor);
  const readable = Object.values<ResourceDefinition>(resources).filter(({ name }) =>
    coversScope(call.actor.scopes, `read:${name}`),
  );
  const found = await Promise.all(
    readable.map(async (definition) => {
      await nextTurn();
      const limit = MOST_CANDIDATES;
      const rows = await findText(runtime.database, definition, { scope, text: wanted, limit });
      return rows.map((row) => ({ ...foundRow(definition, row, wanted), at: row.updatedAt }));
    }),
  );
  const best = found.flat().toSorted(better);
  const data = best.slice(0, MOST_FOUND).map(({ at: _, ...row }): Found => row);
  return jsonAnswer({ data, meta: { total: best.length, limit: MOST_FOUND } });
}

function wantedText(asked: unknown): string {
  const wanted = foldText(String(asked).trim());
  if ([...wanted].length >= SHORTEST) return wanted;
  const issue: Issue = {
    path: 'q',
    code: 'too_small',
    message: `q must have at least ${SHORTEST} characters.`,
  };
  throw validationFailed([issue]);
}

function foundRow(definition: ResourceDefinition, row: TextRow, wanted: string): Found {
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
    wanted,
  );
  const texts = [...labelled, ...written].map((field) => row[field]);
  const snippets = texts.map((text) =>
    typeof text === 'string' ? snippetOf(text, wanted) : undefined,
  );
  const { id, farmId } = row;
  const snippet = snippets.find((text) => text !== undefined) ?? null;
  return { resource: name, id, title: titleOf(definition, row), snippet, farmId, score };
}

/** What people call the row; its kind and id where it has no name. */
function titleOf({ label, singular }: ResourceDefinition, row: TextRow): string {
  const named = label.map((field) => row[field]).find((value) => typeof value === 'string');
  return typeof named === 'string' ? oneLine(named) : `${singular} ${row.id}`;
}

const LONGEST_TITLE = 120;

function oneLine(text: string): string {
  const line = [...text.replace(/\s+/g, ' ').trim()];
  return line.length <= LONGEST_TITLE ? line.join('') : `${line.slice(0, LONGEST_TITLE).join('')}…`;
}

function better(left: Found & { at: string }, right: Found & { at: string }): number {
  if (left.score !== right.score) return right.score - left.score;
  if (left.at !== right.at) return left.at < right.at ? 1 : -1;
  return left.id < right.id ? -1 : 1;
}
