import { type Command, Option } from 'commander';
import { exportFormats } from '../../../model/export-parameters.ts';
import { limits } from '../../../model/limits.ts';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { renderExamples } from '../../help-examples.ts';
import { addFilterFlags, filtersOf } from './filter-flags.ts';
import type { ExportFlags } from './run-export.ts';

const NOTE =
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
    .option('--force', 'replace a file that is there already')
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
        NOTE,
      ),
    )
    .action(async (flags: ExportFlags) => {
      const { runExport } = await import('./run-export.ts');
      const filters = filtersOf(command, definition);
      await runExport(context, { ...flags, definition, filters });
    });
}
