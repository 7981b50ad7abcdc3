import { type Command, Option } from 'commander';
import type { FarmClient, Query } from '../../../client/client.ts';
import type { Page } from '../../../client/walk-pages.ts';
import { limits } from '../../../model/core/limits.ts';
import { message } from '../../../model/core/message.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import type { ResourceName } from '../../../model/resources/registry.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { usageError } from '../../core/errors.ts';
import {
  allColumns,
  listColumns,
  parseFields,
  selectColumns,
  type Values,
} from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { addFilterFlags, filtersOf, listExamples, resolveFilters } from './resource-flags.ts';

/** Flags of a list besides its filters. */
interface ListFlags {
  readonly limit?: number;
  readonly all?: boolean;
  readonly order?: string;
  readonly dir?: string;
  readonly offset?: number;
  readonly cursor?: string;
}

interface ListOptions extends ListFlags {
  readonly definition: ResourceDefinition;
  readonly filters: Readonly<Record<string, string>>;
}

export function addList(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  const command = parent.command('list').description(`List ${definition.name}`);
  addFilterFlags(command, definition);
  command
    .option('--limit <count>', `maximum number of rows to print (${limits.pageSize})`, parseLimit)
    .option('--all', 'print all rows')
    .option('--order <field>', `sort by a field (${definition.order})`)
    .addOption(new Option('--dir <direction>', 'asc or desc').choices(['asc', 'desc']))
    .option('--offset <count>', 'number of rows to skip', parseCount)
    .option('--cursor <cursor>', 'continue from the cursor of a previous page')
    .addHelpText('after', listExamples(definition))
    .action((flags: ListFlags) =>
      runList(context, { ...flags, definition, filters: filtersOf(command, definition) }),
    );
}

function parseLimit(text: string): number {
  const count = parseCount(text);
  if (count > 0) return count;
  throw usageError(message('fault.limitTooSmall'));
}

function parseCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError(message('fault.countInvalid', { text: JSON.stringify(text) }));
}

/** Prints the rows, and on stderr the number of rows if not all are shown. */
async function runList(context: CommandContext, options: ListOptions): Promise<void> {
  const { definition } = options;
  const query = buildQuery(context, options);
  const farms = await farmsToList(context, options);
  const filters = await resolveFilters(context, options, farms);
  const count = startCount();
  const limit = options.all ? undefined : (options.limit ?? limits.pageSize);
  const rows = listRows(pagesOf(await context.client(), definition), {
    queries: farmQueries({ ...query, ...filters }, farms),
    limit,
    pageSize: definition.maxLimit ?? limits.maxPageSize,
    count,
  });
  await context.print({
    kind: 'rows',
    columns: listColumns(definition),
    selectable: allColumns(definition),
    rows,
  });
  if (count.isMore) await context.note(await describeCount(context, count));
  if (definition.name === 'farm-access') await noteWideAccess(context);
}

/**
 * Reports users with access to the farms through an organisation-wide role, who are not in the
 * list.
 */
async function noteWideAccess(context: CommandContext): Promise<void> {
  const format = await context.format();
  if (format !== undefined && format !== 'table') return;
  const client = await context.client();
  const page = { limit: limits.maxPageSize };
  const reading = Promise.all([
    client.request({ method: 'GET', path: '/users', query: page }),
    client.request({ method: 'GET', path: '/farm-access', query: { ...page, status: 'active' } }),
  ]);
  // The list is printed already; a key that must not read users gets no note.
  const [people, access] = await reading.catch(() => []);
  if (!people || !access) return;
  const granted = new Set(rowsIn(access.data).map((row) => `${row['userId']} ${row['farmId']}`));
  const organisationUsers = rowsIn(people.data).filter(({ id, farms }) =>
    [farms].flat().some((farm) => typeof farm === 'string' && !granted.has(`${id} ${farm}`)),
  );
  if (organisationUsers.length === 0 || granted.size >= limits.maxPageSize) return;
  const names = organisationUsers.map(({ name, id }) => String(name ?? id)).join(', ');
  await context.report('cli.wideAccess', { names, command: 'farmctl users access <user>' });
}

function rowsIn(answer: unknown): readonly Values[] {
  return isRecord(answer) && Array.isArray(answer['data']) ? answer['data'] : [];
}

function buildQuery(context: CommandContext, options: ListOptions): Query {
  const { order, dir, offset, cursor, all, limit } = options;
  if (all && limit !== undefined) {
    throw usageError('--all and --limit exclude each other', {
      text: [message('cli.exclude', { first: '--all', second: '--limit' })],
    });
  }
  const fields = parseFields(context.flags().fields);
  // Validated before anything is sent; the server returns only these columns.
  const columns = fields && selectColumns(fields, allColumns(options.definition));
  const roots = columns?.flatMap(({ name, estimatedBy, lowerBoundBy, upperBoundBy }) => [
    name.split('.')[0] ?? name,
    ...[estimatedBy, lowerBoundBy, upperBoundBy].filter((field) => field !== undefined),
  ]);
  return { order, dir, offset, cursor, fields: roots && [...new Set(roots)].join(',') };
}

/** The list of farms is filtered only by `--farm`: the profile's farm would hide all others. */
async function farmsToList(
  context: CommandContext,
  { definition, offset, cursor }: ListOptions,
): Promise<readonly string[]> {
  if (definition.farm.kind === 'self' && context.flags().farm === undefined) return [];
  const farms = await context.farms();
  if (farms.length > 1 && (offset !== undefined || cursor !== undefined)) {
    throw usageError(message('fault.offsetNeedsFarm'));
  }
  return farms;
}

function farmQueries(query: Query, farms: readonly string[]): readonly Query[] {
  return farms.length === 0 ? [query] : farms.map((farmId) => ({ ...query, farmId }));
}

function pagesOf(client: FarmClient, { name }: ResourceDefinition) {
  return (query: Query) => client.pages(name as ResourceName, query);
}

async function describeCount(
  context: CommandContext,
  { shown, total, isExact }: RowCount,
): Promise<string> {
  const { language } = await context.translator();
  const number = new Intl.NumberFormat(language);
  if (total <= shown) return context.t('cli.more', { shown: number.format(shown) });
  const params = { shown: number.format(shown), total: number.format(total) };
  return context.t(isExact ? 'cli.count' : 'cli.countAtLeast', params);
}

/** Number of rows listed, and of rows available; updated while listing. */
export interface RowCount {
  shown: number;
  total: number;
  /** Whether rows were omitted. */
  isMore: boolean;
  /** False if not every query was run, so that there may be more than `total`. */
  isExact: boolean;
}

/** Rows to list. */
export interface Listing {
  /** Run in sequence; one per farm. */
  readonly queries: readonly Query[];
  /** Maximum number of rows of all queries together; undefined: no limit. */
  readonly limit: number | undefined;
  /** Maximum page size of the server. */
  readonly pageSize: number;
  readonly count: RowCount;
}

/** The initial count. */
export function startCount(): RowCount {
  return { shown: 0, total: 0, isMore: false, isExact: true };
}

/** The rows of the queries, page by page, up to the limit. */
export async function* listRows(
  load: (query: Query) => AsyncIterable<Page<object>>,
  { queries, limit = Number.POSITIVE_INFINITY, pageSize, count }: Listing,
): AsyncGenerator<readonly Values[]> {
  for (const query of queries) {
    const remaining = limit - count.shown;
    if (remaining <= 0) {
      Object.assign(count, { isMore: true, isExact: false });
      return;
    }
    const pages = load({ ...query, limit: Math.min(pageSize, remaining) });
    yield* takeRows(pages, { limit, count });
  }
}

async function* takeRows(
  pages: AsyncIterable<Page<object>>,
  { limit, count }: { readonly limit: number; readonly count: RowCount },
): AsyncGenerator<readonly Values[]> {
  let isFirst = true;
  for await (const { data, meta } of pages) {
    if (isFirst) count.total += meta.total;
    isFirst = false;
    // A row is a JSON object: its fields can be read by name.
    const rows = data.slice(0, limit - count.shown) as readonly Values[];
    count.shown += rows.length;
    yield rows;
    if (count.shown < limit) continue;
    count.isMore ||= meta.hasMore || rows.length < data.length;
    return;
  }
}
