import { type Command, Option } from 'commander';
import type { FarmClient, Query } from '../../../client/client.ts';
import { limits } from '../../../model/limits.ts';
import { message } from '../../../model/message.ts';
import type { ResourceName } from '../../../model/registry.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { parseFields, selectColumns } from '../../output/select-fields.ts';
import { allColumns, listColumns } from '../../resource-columns.ts';
import { listExamples } from './examples.ts';
import { addFilterFlags, filtersOf, resolveFilters } from './filter-flags.ts';
import { listRows, type RowCount, startCount } from './list-rows.ts';

/** Flags of a list besides its filters. */
interface ListFlags {
  readonly limit?: number;
  readonly all?: boolean;
  readonly order?: string;
  readonly dir?: string;
  readonly offset?: number;
  readonly cursor?: string;
}

/** What a list asks for. */
interface ListOptions extends ListFlags {
  readonly definition: ResourceDefinition;
  readonly filters: Readonly<Record<string, string>>;
}

/** Adds `<resource> list`. */
export function addList(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
  const command = parent.command('list').description(`List ${definition.name}`);
  addFilterFlags(command, definition);
  command
    .option('--limit <count>', `print at most so many (${limits.pageSize})`, parseLimit)
    .option('--all', 'print all of them')
    .option('--order <field>', `sort by a field (${definition.order})`)
    .addOption(new Option('--dir <direction>', 'asc or desc').choices(['asc', 'desc']))
    .option('--offset <count>', 'leave out so many at the beginning', parseCount)
    .option('--cursor <cursor>', 'go on where an earlier page ended')
    .addHelpText('after', listExamples(definition))
    .action((flags: ListFlags) =>
      runList(context, { ...flags, definition, filters: filtersOf(command, definition) }),
    );
}

function parseLimit(text: string): number {
  const count = parseCount(text);
  if (count > 0) return count;
  throw usageError('--limit must be at least 1');
}

function parseCount(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw usageError(`a count must be a whole number, not ${JSON.stringify(text)}`);
}

/** Prints the rows, and on stderr how many there are when not all are shown. */
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
}

function buildQuery(context: CommandContext, options: ListOptions): Query {
  const { order, dir, offset, cursor, all, limit } = options;
  if (all && limit !== undefined) {
    throw usageError('--all and --limit exclude each other', {
      text: [message('cli.exclude', { first: '--all', second: '--limit' })],
    });
  }
  const fields = parseFields(context.flags().fields);
  // Checked before anything is sent; narrowed there, so that only these travel.
  const columns = fields && selectColumns(fields, allColumns(options.definition));
  const roots = columns?.map(({ name }) => name.split('.')[0] ?? name);
  return { order, dir, offset, cursor, fields: roots && [...new Set(roots)].join(',') };
}

/** Farms themselves are narrowed by `--farm` alone: the farm of a profile would hide all others. */
async function farmsToList(
  context: CommandContext,
  { definition, offset, cursor }: ListOptions,
): Promise<readonly string[]> {
  if (definition.farm.kind === 'self' && context.flags().farm === undefined) return [];
  const farms = await context.farms();
  if (farms.length > 1 && (offset !== undefined || cursor !== undefined)) {
    throw usageError('--offset and --cursor count within one farm: choose it with --farm');
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
  const { language } = await context.speaker();
  const number = new Intl.NumberFormat(language);
  if (total <= shown) return context.say('cli.more', { shown: number.format(shown) });
  const params = { shown: number.format(shown), total: number.format(total) };
  return context.say(isExact ? 'cli.count' : 'cli.countAtLeast', params);
}
