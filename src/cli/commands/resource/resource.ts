import { type Command, Option } from 'commander';
import type { FarmClient, Query } from '../../../client/client.ts';
import type { Page } from '../../../client/walk-pages.ts';
import { exportFormats, importParameters } from '../../../model/core/fields.ts';
import { limits } from '../../../model/core/limits.ts';
import { message } from '../../../model/core/message.ts';
import {
  type ResourceDefinition,
  requiredFields,
  writableFields,
} from '../../../model/core/resource.ts';
import type { ResourceName } from '../../../model/resources/registry.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { collectValue, renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import {
  allColumns,
  listColumns,
  parseFields,
  selectColumns,
  type Values,
} from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { findRowId, nameOf, rowArgument } from '../../session/row-id.ts';
import { rowOutput } from '../core/write-results.ts';
import {
  addFilterFlags,
  filtersOf,
  getExamples,
  listExamples,
  resolveFilters,
} from './resource-flags.ts';
import type { ExportFlags } from './run-export.ts';
import type { ImportFlags } from './run-import.ts';
import { addCreate, addDelete, addUpdate } from './write-row.ts';

const readingVerbs = { list: addList, get: addGet, export: addExport };
const verbs = {
  ...readingVerbs,
  create: addCreate,
  update: addUpdate,
  delete: addDelete,
  import: addImport,
};

/**
 * Adds the commands of a resource, `flocks list`, `flocks create` and so on; returns its noun. With
 * a verb, adds only that command, because creating the flags of all takes most of the startup time.
 */
export function addResource(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
  verb?: string,
): Command {
  const noun = parent.command(definition.name).description(definition.summary);
  const all = new Map(Object.entries(definition.readOnly ? readingVerbs : verbs));
  const asked = verb === undefined ? undefined : all.get(verb);
  for (const add of asked ? [asked] : all.values()) add(noun, context, definition);
  return noun;
}

function addGet(parent: Command, context: CommandContext, definition: ResourceDefinition): void {
  parent
    .command(`get ${rowArgument(definition)}`)
    .description(`Print one ${definition.singular}`)
    .addHelpText('after', getExamples(definition))
    .action((typed: string) => runGet(context, definition, typed));
}

async function runGet(
  context: CommandContext,
  definition: ResourceDefinition,
  typed: string,
): Promise<void> {
  const id = await findRowId(context, definition, typed);
  const client = await context.client();
  await context.print(rowOutput(definition, await client.get(nameOf(definition), id)));
}

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

function addList(parent: Command, context: CommandContext, definition: ResourceDefinition): void {
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
  const wide = rowsIn(people.data).filter(({ id, farms }) =>
    [farms].flat().some((farm) => typeof farm === 'string' && !granted.has(`${id} ${farm}`)),
  );
  if (wide.length === 0 || granted.size >= limits.maxPageSize) return;
  const names = wide.map(({ name, id }) => String(name ?? id)).join(', ');
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
    ...[estimatedBy, lowerBoundBy, upperBoundBy].filter((by) => by !== undefined),
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
    const left = limit - count.shown;
    if (left <= 0) {
      Object.assign(count, { isMore: true, isExact: false });
      return;
    }
    const pages = load({ ...query, limit: Math.min(pageSize, left) });
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

const IMPORT_NOTE =
  'CSV, JSON lines, a JSON list or an Excel workbook. Headings are names of fields or what people call\n' +
  'them; barns, flocks and contacts may stand there by name. Units in headings, cells and number formats\n' +
  "(t, lb, gal, °F) are converted. Of two columns for the same field leave one out: --map 'Feed 2='. Totals,\n" +
  'notes and repeated headings are left out and named. Nothing is stored while a row is not valid,\n' +
  'unless --on-error skip. The rows that are refused go to --rejects with the reason: put them right and\n' +
  'import that file. The same file is not stored twice within a day; after a cut, run the same command\n' +
  'again: it goes on.\n' +
  'Exit status: 0 all rows, 9 some were refused, 5 nothing was stored.';

function addImport(parent: Command, context: CommandContext, definition: ResourceDefinition): void {
  const { name } = definition;
  const { onError, onDuplicate, decimal, dateFormat, encoding } = importParameters;
  parent
    .command('import <file>')
    .description(`Create ${name} from the rows of a file; - is standard input`)
    .option('--dry-run', 'check every row and store nothing')
    .option('--map <column=field>', 'what a column is for; column= leaves it out', collectValue)
    .option('--rejects <file>', 'write the rows that are refused to this file, with the reason')
    .addOption(words('--on-error <what>', 'when rows are refused: abort or skip', onError))
    .addOption(
      words('--on-duplicate <what>', 'for rows that stand: error, skip or update', onDuplicate),
    )
    .addOption(words('--decimal <sign>', 'the decimal sign, . or ,', decimal))
    .addOption(words('--date-format <order>', 'of days: dmy, mdy, ymd or excel', dateFormat))
    .addOption(words('--encoding <name>', 'of a text that is not UTF-8', encoding))
    .option('--sheet <name>', 'name or number of the sheet of a workbook (1)')
    .addOption(
      new Option(
        '--format <format>',
        'csv, jsonl, json or xlsx, where the name does not tell',
      ).choices(['csv', 'jsonl', 'json', 'xlsx']),
    )
    .option('--again', 'also when the same file was imported within a day')
    .addHelpText('after', renderExamples(examplesOf(definition), IMPORT_NOTE))
    .action(async (file: string, flags: ImportFlags) => {
      const { runImport } = await import('./run-import.ts');
      await runImport(context, definition, { typed: file, flags });
    });
}

function words(
  flags: string,
  summary: string,
  field: { readonly vocabulary: { readonly words: readonly string[] } },
): Option {
  return new Option(flags, summary).choices([...field.vocabulary.words]);
}

function examplesOf(definition: ResourceDefinition): readonly string[] {
  const { name } = definition;
  const [field] = requiredFields(definition)[0] ?? writableFields(definition)[0] ?? ['notes'];
  if (name === 'daily-logs') {
    return [
      'farmctl daily-logs import logs.xlsx --dry-run --date-format dmy',
      "printf 'flock,date,mortality,feedKg\\nB1-2611,2026-11-20,12,2140\\nB2-2611,2026-11-20,7,1980\\n' | farmctl daily-logs import -",
    ];
  }
  return [
    `farmctl ${name} import ${name}.csv --dry-run`,
    `farmctl ${name} import ${name}.xlsx --map 'Column=${field}' --on-error skip --rejects rejects.csv`,
  ];
}

const EXPORT_NOTE =
  'Always every row, page after page in the memory of one. In CSV, text that a spreadsheet would run as\n' +
  'a formula begins with an apostrophe, which an import takes off again; in a workbook it is a cell of\n' +
  `text. A workbook has at most ${limits.exportSheetRows} rows of one farm, or of all with --all. When the connection\n` +
  'breaks the exit status is 8: what was printed is not all of it, and a file is not written.';

function addExport(parent: Command, context: CommandContext, definition: ResourceDefinition): void {
  const { name } = definition;
  const command = parent.command('export').description(`Export all ${name} as a file`);
  addFilterFlags(command, definition);
  command
    .addOption(
      new Option(
        '--format <format>',
        'csv, jsonl or xlsx (as the file is named, else csv)',
      ).choices(exportFormats),
    )
    .option('--file <file>', 'write into this file')
    .option('--force', 'replace a file that already exists')
    .option('--all', 'the rows of all farms, also when one is chosen')
    .option('--order <field>', 'sort by a field (id)')
    .addOption(new Option('--dir <direction>', 'asc or desc').choices(['asc', 'desc']))
    .option('--bom', 'begin with the mark by which Excel knows UTF-8')
    .addHelpText(
      'after',
      renderExamples(
        [
          `farmctl ${name} export --all > ${name}.csv`,
          `farmctl ${name} export --all --file ${name}.xlsx`,
          `farmctl ${name} export --format jsonl --fields id,createdAt`,
        ],
        EXPORT_NOTE,
      ),
    )
    .action(async (flags: ExportFlags) => {
      const { runExport } = await import('./run-export.ts');
      const filters = filtersOf(command, definition);
      await runExport(context, { ...flags, definition, filters });
    });
}
