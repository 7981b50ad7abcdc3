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
import { addFilterFlags, filtersOf } from './resource-flags.ts';
import type { ExportFlags } from './run-export.ts';
import type { ImportFlags } from './run-import.ts';

const IMPORT_NOTE =
  'CSV, JSON lines, a JSON list or an Excel workbook. Headings are names of fields or what people call\n' +
  'them; barns, flocks and contacts may stand there by name. Nothing is stored while a row is not valid,\n' +
  'unless --on-error skip. The rows that are refused go to --rejects with the reason: put them right and\n' +
  'import that file. The same file is not stored twice within a day; after a cut, run the same command\n' +
  'again: it goes on.\n' +
  'Exit status: 0 all rows, 9 some were refused, 5 nothing was stored.';

/** Adds `<resource> import`. */
export function addImport(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
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

/** Adds `<resource> export`. */
export function addExport(
  parent: Command,
  context: CommandContext,
  definition: ResourceDefinition,
): void {
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
