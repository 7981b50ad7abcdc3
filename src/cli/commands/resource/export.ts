import { type Command, Option } from 'commander';
import type { ResourceDefinition } from '../../../model/resource.ts';
import type { CommandContext } from '../../context.ts';
import { renderExamples } from '../../help-examples.ts';
import { addFilterFlags, filtersOf } from './filter-flags.ts';
import type { ExportFlags } from './run-export.ts';

const NOTE =
  'Always every row, page after page in the memory of one. Text that a spreadsheet would run as a\n' +
  'formula begins with an apostrophe, which an import takes off again. When the connection breaks the\n' +
  'exit status is 8: what was printed is not all of it.';

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
    .addOption(new Option('--format <format>', 'csv or jsonl (csv)').choices(['csv', 'jsonl']))
    .option('--all', 'the rows of all farms, also when one is chosen')
    .option('--order <field>', 'sort by a field (id)')
    .addOption(new Option('--dir <direction>', 'asc or desc').choices(['asc', 'desc']))
    .option('--bom', 'begin with the mark by which Excel knows UTF-8')
    .addHelpText(
      'after',
      renderExamples(
        [
          `farmctl ${name} export --all > ${name}.csv`,
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
