import { type Command, Option } from 'commander';
import { exportFormats, importParameters } from '../../../model/core/fields.ts';
import { limits } from '../../../model/core/limits.ts';
import {
  type ResourceDefinition,
  requiredFields,
  writableFields,
} from '../../../model/core/resource.ts';
import { collectValue, renderExamples } from '../../core/command-line.ts';
import type { CommandContext } from '../../session/context.ts';
import { findRowId, nameOf, rowArgument } from '../../session/row-id.ts';
import { rowOutput } from '../core/write-results.ts';
import { addList } from './list-rows.ts';
import { addFilterFlags, filtersOf, getExamples } from './resource-flags.ts';
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
  const requested = verb === undefined ? undefined : all.get(verb);
  for (const add of requested ? [requested] : all.values()) add(noun, context, definition);
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

const IMPORT_NOTE =
  'CSV, JSON Lines, a JSON array or an Excel workbook. Headings are field names or common names for\n' +
  'them; barns, flocks and contacts can be given by name. Units in headings, cells and number formats\n' +
  "(t, lb, gal, °F) are converted. If two columns map to one field, ignore one: --map 'Feed 2='. Totals,\n" +
  'notes and repeated headings are skipped and reported. Nothing is stored if any row is invalid, unless\n' +
  '--on-error skip. Rejected rows are written to --rejects with the reason: correct them and import that\n' +
  'file. The same file is not stored twice within a day; after an interruption, run the same command\n' +
  'again to resume.\n' +
  'Exit status: 0 all rows stored, 9 some rejected, 5 none stored.';

function addImport(parent: Command, context: CommandContext, definition: ResourceDefinition): void {
  const { name } = definition;
  const { onError, onDuplicate, decimal, dateFormat, encoding } = importParameters;
  parent
    .command('import <file>')
    .description(`Create ${name} from the rows of a file; - is standard input`)
    .option('--dry-run', 'validate every row without storing any')
    .option('--map <column=field>', 'assign a column to a field; column= ignores it', collectValue)
    .option('--rejects <file>', 'write rejected rows to this file, with the reason')
    .addOption(words('--on-error <what>', 'if rows are rejected: abort or skip', onError))
    .addOption(
      words('--on-duplicate <what>', 'if rows already exist: error, skip or update', onDuplicate),
    )
    .addOption(words('--decimal <sign>', 'decimal separator, . or ,', decimal))
    .addOption(words('--date-format <order>', 'date format: dmy, mdy, ymd or excel', dateFormat))
    .addOption(words('--encoding <name>', 'encoding of a file that is not UTF-8', encoding))
    .option('--sheet <name>', 'name or number of the sheet of a workbook (1)')
    .addOption(
      new Option(
        '--format <format>',
        'csv, jsonl, json or xlsx (default: by the file name)',
      ).choices(['csv', 'jsonl', 'json', 'xlsx']),
    )
    .option('--again', 'import even if the same file was imported within a day')
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
  'Exports all rows, page by page. In CSV, text that a spreadsheet would run as a formula is prefixed\n' +
  'with an apostrophe, which an import removes; in a workbook it is a text cell. A workbook has at most\n' +
  `${limits.exportSheetRows} rows of one farm, or of all with --all. If the connection breaks, the exit status is 8: the\n` +
  'printed rows are incomplete, and no file is written.';

function addExport(parent: Command, context: CommandContext, definition: ResourceDefinition): void {
  const { name } = definition;
  const command = parent.command('export').description(`Export all ${name} as a file`);
  addFilterFlags(command, definition);
  command
    .addOption(
      new Option(
        '--format <format>',
        'csv, jsonl or xlsx (default: by the file name, else csv)',
      ).choices(exportFormats),
    )
    .option('--file <file>', 'write to this file')
    .option('--force', 'overwrite an existing file')
    .option('--all', 'rows of all farms, even if a farm is selected')
    .option('--order <field>', 'sort by a field (id)')
    .addOption(new Option('--dir <direction>', 'asc or desc').choices(['asc', 'desc']))
    .option('--bom', 'prepend a UTF-8 byte order mark (for Excel)')
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
