import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { parseFields, selectColumns } from '../../output/select-fields.ts';
import { allColumns } from '../../resource-columns.ts';
import { resolveFilters } from './filter-flags.ts';

/** Flags of `<resource> export`. */
export interface ExportFlags {
  readonly format?: 'csv' | 'jsonl';
  readonly all?: true;
  readonly order?: string;
  readonly dir?: string;
  readonly bom?: true;
}

/** What is exported. */
interface ExportOptions extends ExportFlags {
  readonly definition: ResourceDefinition;
  readonly filters: Readonly<Record<string, string>>;
}

/** `<resource> export`: what the server streams, as it comes; one farm after the other. */
export async function runExport(context: CommandContext, options: ExportOptions): Promise<void> {
  const { definition, all, order, dir, bom } = options;
  const format = chooseFormat(context, options.format);
  const fields = chooseFields(context, definition);
  const isSelf = definition.farm.kind === 'self' && context.flags().farm === undefined;
  const farms = all || isSelf ? [] : await context.farms();
  const filters = await resolveFilters(context, options, farms);
  const { header = true } = context.flags();
  const common = { ...filters, format, order, dir, fields };
  const requests = farms.length === 0 ? [undefined] : farms;
  for (const [index, farmId] of requests.entries()) {
    const isFirst = index === 0;
    const query = { ...common, farmId, bom: isFirst ? bom : undefined };
    const leavesHead = format === 'csv' && !(isFirst && header);
    await writeExport(context, definition, { query, leavesHead });
  }
}

/** `-o` decides where `--format` does not; only what can be streamed is taken. */
function chooseFormat(context: CommandContext, format: ExportFlags['format']): 'csv' | 'jsonl' {
  const { output, jq } = context.flags();
  if (jq !== undefined) {
    throw usageError('--jq works on whole documents; print them with list --all -o json');
  }
  const chosen = format ?? output ?? 'csv';
  if (chosen === 'csv' || chosen === 'jsonl') return chosen;
  throw usageError(`an export is csv or jsonl, not ${chosen}`, {
    hint: 'For other formats use list --all -o FORMAT',
  });
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

/** Writes the chunks as they come; the connection waits while the reader of stdout does. */
async function writeExport(
  { client, io }: CommandContext,
  { name }: ResourceDefinition,
  {
    query,
    leavesHead,
  }: {
    readonly query: Readonly<Record<string, string | boolean | undefined>>;
    /** Whether the first line, with the names of the columns, is left out. */
    readonly leavesHead: boolean;
  },
): Promise<void> {
  const { chunks } = await (await client()).download({
    method: 'GET',
    path: `/os/export/${name}`,
    query,
    headers: { accept: '*/*' },
  });
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let isInHead = leavesHead;
  for await (const chunk of chunks) {
    let text = decoder.decode(chunk, { stream: true });
    if (isInHead) {
      const end = text.indexOf('\n');
      isInHead = end === -1;
      text = isInHead ? '' : text.slice(end + 1);
    }
    if (text !== '') await io.stdout.write(text);
  }
}
