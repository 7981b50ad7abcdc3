import { activityAnswer, historyAnswer, searchAnswer } from '../../model/answers/history.ts';
import type { Sent } from '../../model/api/json-schema.ts';
import { limits } from '../../model/core/limits.ts';
import { message } from '../../model/core/message.ts';
import { getResource } from '../../model/resources/registry.ts';
import { groupBy } from '../../tools/collections.ts';
import { foldText } from '../../tools/words.ts';
import { usageError } from '../core/errors.ts';
import { cleanText, factsOf, type RowOf } from '../output/facts.ts';
import { neutralise } from '../output/neutralise.ts';
import type { CommandContext } from '../session/context.ts';
import { isNamedResource, resolveName } from '../session/resolve-name.ts';
import { nameOf, oneFarm, requireFarmOf } from '../session/row-id.ts';
import {
  type Block,
  joinParts,
  type Mark,
  nameOf as nameOfId,
  type PageContext,
} from './core/blocks.ts';
import { type AnswerFacts, printPage, rowsUnder } from './core/print-page.ts';
import { NONE } from './core/words.ts';

type History = AnswerFacts<typeof historyAnswer>;
type Activity = AnswerFacts<typeof activityAnswer>;
type Found = AnswerFacts<typeof searchAnswer>;

/** Changes of a row, newest first: who, when, and the old and new value of each field. */
function historyPage(answer: History, context: PageContext): readonly Block[] {
  const { words } = context;
  const count = words.t('page.history.count', { count: answer.number('meta.total') ?? 0 });
  const title = joinParts([answer.text('resource'), answer.text('id'), count]);
  return [
    { kind: 'title', text: title },
    ...(answer.flag('deleted')
      ? [{ kind: 'text', mark: 'warning', text: words.t('page.history.gone') } as const]
      : []),
    ...answer.list('data').flatMap((step) => stepBlocks(step, context)),
  ];
}

function stepBlocks(step: RowOf<History, 'data'>, context: PageContext): readonly Block[] {
  const { words } = context;
  const changeKind = words.name('history', step.flag('undone') ? 'undone' : step.text('kind'));
  const who = step.text('by.name') ?? step.text('by.id');
  const heading = joinParts([words.moment(step.text('at')), who, changeKind]);
  const rows = step.list('changes').map((change) => ({
    label: words.label(change.text('field') ?? ''),
    text: `${valueText(change.raw('before'))} ${context.isAscii ? '->' : '→'} ${valueText(change.raw('after'))}`,
  }));
  return [
    { kind: 'heading', text: heading },
    ...(rows.length === 0 ? [] : [{ kind: 'labelled', rows } as const]),
  ];
}

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return NONE;
  return cleanText(typeof value === 'string' ? value : JSON.stringify(value));
}

export interface HistoryFlags {
  readonly field?: string;
  readonly limit?: string;
}

/** A row, as typed. */
interface TypedRow {
  readonly resource: string;
  readonly id: string;
}

/** `history <resource> <id>`: who changed a row, when, and the old and new values. */
export async function runHistory(
  context: CommandContext,
  { resource, id: typed }: TypedRow,
  { field, limit }: HistoryFlags,
): Promise<void> {
  const name = nameOf(getResource(resource));
  const maximum = mostOf(limit);
  const [farmId] = await context.farms();
  const client = await context.client();
  const isId = typed.startsWith(`${getResource(name).idPrefix}_`);
  const id =
    !isId && isNamedResource(name) ? await resolveName(client, name, { typed, farmId }) : typed;
  const path = `/os/history/${name}/${encodeURIComponent(id)}`;
  if (context.flags().farm !== undefined) {
    // The row may have been deleted; its history records the farm.
    const { data: newest } = await client.request({ method: 'GET', path, query: { limit: 1 } });
    await requireFarmOf(context, name, {
      id,
      farmId: factsOf<Sent<(typeof historyAnswer)['schema']>>(newest).text('farmId'),
    });
  }
  const answer = await printPage(context, {
    path,
    answer: historyAnswer,
    query: { field, limit: maximum },
    isSpoken: false,
    rows: () => rowsUnder(historyAnswer, 'data'),
    compose: historyPage,
  });
  if (!answer.flag('meta.hasMore')) return;
  const total = answer.number('meta.total') ?? 0;

  const listedCount = answer.list('data').length;
  await context.report('done.newestShown', { shown: listedCount, total, flag: '--limit' });
}

function mostOf(limit: string | undefined): number | undefined {
  if (limit === undefined) return undefined;
  const maximum = Number(limit);
  if (/^\d{1,3}$/.test(limit) && maximum >= 1 && maximum <= limits.maxPageSize) return maximum;
  throw usageError(`--limit must be a whole number from 1 to ${limits.maxPageSize}`, {
    text: [message('cli.wholeBetween', { flag: '--limit', least: 1, most: limits.maxPageSize })],
  });
}

const IMPORTANT = 80;
const WORTH_KNOWING = 50;

/** Activity by day, newest first; important entries are marked. */
function activityPage(answer: Activity, context: PageContext): readonly Block[] {
  const { words } = context;
  const rows = answer.list('data').filter((row) => row.text('ts') !== undefined);
  if (rows.length === 0) return [{ kind: 'text', text: words.t('page.activity.none'), indent: 0 }];
  const isOfOneFarm = new Set(rows.map((row) => row.text('farmId'))).size === 1;
  const farmOf = (row: RowOf<Activity, 'data'>) =>
    isOfOneFarm ? undefined : nameOfId(context, row.text('farmId'));
  const days = groupBy(rows, (row) =>
    context.wordsOf(row.text('farmId')).dayOf(row.text('ts') ?? ''),
  );
  return [...days].flatMap(([day, ofDay]): readonly Block[] => [
    { kind: 'heading', text: words.weekday(day) },
    ...ofDay.map((row) => entryLine(row, farmOf(row), context)),
  ]);
}

function entryLine(
  row: RowOf<Activity, 'data'>,
  farm: string | undefined,
  context: PageContext,
): Block {
  const score = row.number('score') ?? 0;
  const title = row.text('title') ?? row.text('kind');
  const words = context.wordsOf(row.text('farmId'));
  const state = row.text('state');
  const isTrouble = state === undefined && TROUBLES.has(row.text('kind') ?? '');
  const note = state === undefined ? undefined : words.name('activityState', state);
  return {
    kind: 'text',
    mark: state === 'doubtful' ? 'warning' : isTrouble ? markOf(score) : 'info',
    text: joinParts([words.time(row.text('ts')), title, note, farm]),
  };
}

/** Kinds that indicate problems; others may be important without being problems. */
const TROUBLES: ReadonlySet<string> = new Set([
  'alert',
  'mortality_spike',
  'field_report',
  'question',
  'photo',
  'task_overdue',
  'device_failure',
  'integration_failure',
  'command_failed',
]);

function markOf(score: number): Mark {
  if (score >= IMPORTANT) return 'critical';
  return score >= WORTH_KNOWING ? 'warning' : 'info';
}

export interface ActivityFlags {
  readonly minScore?: string;
  readonly kinds?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly cursor?: string;
}

/** `activity`: events on the selected farm or on all farms. */
export async function runActivity(context: CommandContext, flags: ActivityFlags): Promise<void> {
  const { kinds, from, to, cursor } = flags;
  const minScore = scoreOf(flags);
  const limit = limitOf(flags);
  const answer = await printPage(context, {
    path: '/activity',
    answer: activityAnswer,
    query: { farmId: await oneFarm(context), minScore, kinds, from, to, limit, cursor },
    isSpoken: true,
    rows: () => rowsUnder(activityAnswer, 'data'),
    compose: activityPage,
  });
  if (!answer.flag('meta.hasMore')) return;
  const next = neutralise(answer.text('meta.nextCursor') ?? 'none');
  await context.report('note.earlierEntries', { shown: answer.list('data').length, cursor: next });
}

function scoreOf({ minScore }: ActivityFlags): number | undefined {
  if (minScore === undefined) return undefined;
  const score = Number(minScore);
  if (/^\d{1,3}$/.test(minScore) && score <= 100) return score;
  throw usageError(
    `--min-score must be a whole number from 0 to 100, not ${JSON.stringify(minScore)}`,
    { text: [message('cli.wholeBetween', { flag: '--min-score', least: 0, most: 100 })] },
  );
}

function limitOf({ limit }: ActivityFlags): number | undefined {
  if (limit === undefined) return undefined;
  const count = Number(limit);
  if (/^[1-9]\d{0,2}$/.test(limit) && count <= limits.maxPageSize) return count;
  throw usageError(
    `--limit must be a whole number from 1 to ${limits.maxPageSize}, not ${JSON.stringify(limit)}`,
    {
      text: [message('cli.wholeBetween', { flag: '--limit', least: 1, most: limits.maxPageSize })],
    },
  );
}

/** The text before, within and after a match. */
export type Match = readonly [before: string, found: string, behind: string];

/** Finds a text, ignoring case and accents; undefined if there is no match. */
export function findMatch(text: string, query: string): Match | undefined {
  const folded = foldText(query.trim());
  if (folded === '') return undefined;
  const characters = [...new Intl.Segmenter('en').segment(text)].map(({ segment }) => segment);
  // Folding changes the text length: maps each unit of the folded text to its original character.
  const origin: number[] = [];
  let foldedText = '';
  for (const [index, character] of characters.entries()) {
    const part = foldText(character);
    for (let unit = 0; unit < part.length; unit++) origin.push(index);
    foldedText += part;
  }
  const at = foldedText.indexOf(folded);
  const [first, last] = [origin[at], origin[at + folded.length - 1]];
  if (at < 0 || first === undefined || last === undefined) return undefined;
  const join = (from: number, to?: number) => characters.slice(from, to).join('');
  return [join(0, first), join(first, last + 1), join(last + 1)];
}

const SHORTEST = 2;

/** `search`: searches all modules of all farms that the key can access. */
export async function runSearch(context: CommandContext, typed: readonly string[]): Promise<void> {
  const query = typed.join(' ').trim();
  if ([...query].length < SHORTEST) {
    throw usageError('a search needs at least two characters', {
      text: [message('cli.shortSearch')],
    });
  }
  const answer = await printPage(context, {
    path: '/search',
    answer: searchAnswer,
    query: { q: query },
    isSpoken: false,
    rows: () => rowsUnder(searchAnswer, 'data'),
    compose: (answer, context) => searchPage(answer, cleanText(query), context),
  });
  const [shown, total] = [answer.list('data').length, answer.number('meta.total') ?? 0];
  if (total > shown) await context.report('note.searchMore', { shown, total });
}

/** Search results, best first: name, location, and the command that opens it. */
function searchPage(answer: Found, query: string, context: PageContext): readonly Block[] {
  const rows = answer.list('data');
  const total = answer.number('meta.total') ?? rows.length;
  const title = context.words.t('page.search.title', { count: total, text: query });
  return [{ kind: 'title', text: title }, ...rows.flatMap((row) => hitBlocks(row, query, context))];
}

function hitBlocks(
  row: RowOf<Found, 'data'>,
  query: string,
  context: PageContext,
): readonly Block[] {
  const title = row.text('title') ?? '';
  const snippet = row.text('snippet');
  const location = joinParts([
    `${row.text('resource') ?? ''} ${row.text('id') ?? ''}`,
    nameOfId(context, row.text('farmId')),
  ]);
  const isNew = snippet !== undefined && snippet !== title;
  return [
    { kind: 'text', mark: 'info', text: highlighted(title, query) },
    ...(isNew ? [{ kind: 'text', text: highlighted(snippet, query), indent: 5 } as const] : []),
    { kind: 'text', text: location, indent: 5 },
  ];
}

/** The text with the match in quotation marks. */
function highlighted(text: string, query: string): string {
  const match = findMatch(text, query);
  if (!match) return text;
  const [before, found, behind] = match;
  return `${before}«${found}»${behind}`;
}
