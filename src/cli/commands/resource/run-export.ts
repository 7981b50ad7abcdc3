import { resolve } from 'node:path';
import { type ExportFormat, exportFormats } from '../../../model/core/fields.ts';
import { message, sizeOf } from '../../../model/core/message.ts';
import type { ResourceDefinition } from '../../../model/core/resource.ts';
import { usageError } from '../../core/errors.ts';
import { neutralise, neutraliseLines } from '../../output/neutralise.ts';
import { allColumns, parseFields, selectColumns } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFree, saveDownload } from '../core/file-transfer.ts';
import { resolveFilters } from './resource-flags.ts';

export interface ExportFlags {
  readonly format?: ExportFormat;
  readonly file?: string;
  readonly force?: true;
  readonly all?: true;
  readonly order?: string;
  readonly dir?: string;
  readonly bom?: true;
}

interface ExportOptions extends ExportFlags {
  readonly definition: ResourceDefinition;
  readonly filters: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, string | boolean | undefined>>;

/** `<resource> export`: streams the server's response, one farm after the other. */
export async function runExport(context: CommandContext, options: ExportOptions): Promise<void> {
  const { definition, all, order, dir, bom } = options;
  const format = chooseFormat(context, options);
  const path = await choosePath(context, options, format);
  const fields = chooseFields(context, definition);
  const isSelf = definition.farm.kind === 'self' && context.flags().farm === undefined;
  const farms = all || isSelf ? [] : await context.farms();
  if (format === 'xlsx' && farms.length > 1) {
    throw usageError(message('fault.workbookOfSeveralFarms'), {
      hint: message('hint.farmOrAll'),
    });
  }
  const filters = await resolveFilters(context, options, farms);
  const common = { ...filters, format, order, dir, fields };
  const requests = farms.length === 0 ? [undefined] : farms;
  const queries = requests.map((farmId, index) => {
    return { ...common, farmId, bom: index === 0 ? bom : undefined };
  });
  const chunks = exportedChunks(context, definition, queries);
  if (path === undefined) return print(context, chunks, format);
  const bytes = await saveDownload(context, { status: 200, headers: {}, chunks }, path);
  const file = neutralise(options.file ?? path);
  return context.report('done.saved', { file, size: sizeOf(bytes) });
}

/**
 * Determined by `--format`, the file extension or `-o`, in this order; only streamable formats are
 * accepted.
 */
function chooseFormat(context: CommandContext, { format, file }: ExportFlags): ExportFormat {
  const { output, jq } = context.flags();
  if (jq !== undefined) {
    throw usageError(message('fault.jqNeedsDocument'));
  }
  const chosen = format ?? (file === undefined ? undefined : endingOf(file)) ?? output ?? 'csv';
  const knownFormat = exportFormats.find((name) => name === chosen);
  if (knownFormat !== undefined) return knownFormat;
  throw usageError(message('fault.exportFormat', { chosen }), {
    hint: message('hint.listForOtherFormats'),
  });
}

function endingOf(file: string): string | undefined {
  const [, ending] = /\.([a-z]{1,10})$/i.exec(file) ?? [];
  return ending?.toLowerCase();
}

/** Destination of the export; undefined for stdout, which cannot be a terminal for a workbook. */
async function choosePath(
  { io }: CommandContext,
  { file, force }: ExportFlags,
  format: ExportFormat,
): Promise<string | undefined> {
  if (file === undefined || file === '-') {
    if (format !== 'xlsx' || !io.stdout.isTerminal) return undefined;
    throw usageError(message('fault.workbookOnTerminal'), {
      hint: message('hint.nameWorkbookFile'),
    });
  }
  const path = resolve(io.cwd, file);
  await requireFree(path, { named: file, force: force === true });
  return path;
}

function chooseFields(context: CommandContext, definition: ResourceDefinition): string | undefined {
  const fields = parseFields(context.flags().fields);
  return (
    fields &&
    selectColumns(fields, allColumns(definition))
      .map(({ name }) => name)
      .join(',')
  );
}

/** Streams the server's response for each query in turn, with backpressure. */
async function* exportedChunks(
  context: CommandContext,
  { name }: ResourceDefinition,
  queries: readonly Query[],
): AsyncGenerator<Uint8Array> {
  const { header = true } = context.flags();
  for (const [index, query] of queries.entries()) {
    const { chunks } = await (await context.client()).download({
      method: 'GET',
      path: `/os/export/${name}`,
      query,
      headers: { accept: '*/*' },
    });
    const leavesHead = query['format'] === 'csv' && !(index === 0 && header);
    yield* leavesHead ? withoutFirstLine(chunks) : chunks;
  }
}

/** Prints the export: unchanged in a pipe; neutralised on a terminal. */
async function print(
  { io: { stdout } }: CommandContext,
  chunks: AsyncIterable<Uint8Array>,
  format: ExportFormat,
): Promise<void> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  const isWhole = !stdout.isTerminal;
  for await (const chunk of chunks) {
    const text = () => decoder.decode(chunk, { stream: true });
    if (format === 'xlsx') await stdout.write(chunk);
    else await stdout.write(isWhole ? text() : neutraliseLines(text()));
  }
}

const LINE_FEED = 10;

async function* withoutFirstLine(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isInHead = true;
  for await (const chunk of chunks) {
    const end = isInHead ? chunk.indexOf(LINE_FEED) : -1;
    if (!isInHead) yield chunk;
    else if (end !== -1) {
      isInHead = false;
      if (end + 1 < chunk.length) yield chunk.subarray(end + 1);
    }
  }
}
