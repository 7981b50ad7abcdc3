import type { Command } from 'commander';
import { collectValue, renderExamples } from '../core/command-line.ts';
import type { CommandContext } from '../session/context.ts';
import type { ListFlags, SealFlags } from './run-case-files.ts';

interface VerifyFlags {
  readonly file?: readonly string[];
}

/** Adds `case-files`: sealed records of flocks. */
export function addCaseFiles(parent: Command, context: CommandContext): void {
  const files = parent
    .command('case-files')
    .description('Seal, show and verify case files of closed flocks');
  addReading(files, context);
  addSealing(files, context);
  addVerifying(files, context);
}

function addReading(files: Command, context: CommandContext): void {
  files
    .command('list')
    .description('List the case files of the farm, newest first')
    .option('--flock <flock>', 'case file of this flock: id or code')
    .option('--limit <count>', 'maximum number of rows to print (50)')
    .option('--all', 'print all rows')
    .addHelpText(
      'after',
      renderExamples([
        'farmctl case-files list --farm North',
        'farmctl case-files list --all -o csv --fields number,title,hash',
      ]),
    )
    .action(async (flags: ListFlags) => {
      const { runList } = await import('./run-case-files.ts');
      await runList(context, flags);
    });
  files
    .command('get <case-file>')
    .description('Show a case file; -o json prints its whole content for archiving')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl case-files get 3',
          'farmctl case-files get casefile_01K… -o json > case-file.json',
        ],
        'The argument is the number, title or id. tsv, csv and jsonl print the rows in the case file.',
      ),
    )
    .action(async (id: string) => {
      const { runCaseFile } = await import('./run-case-files.ts');
      await runCaseFile(context, id);
    });
}

function addSealing(files: Command, context: CommandContext): void {
  files
    .command('create <flock>')
    .alias('seal')
    .description('Seal the case file of a closed flock permanently')
    .requiredOption('--title <title>', 'purpose of the case file')
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl case-files create B1-2611 --title 'Flock B1-2611, for the insurance'",
          "farmctl case-files create flock_01K… --title 'Season 2026' --yes",
        ],
        'The flock and its rows can never be changed again, so this asks for confirmation (or pass --yes).',
      ),
    )
    .action(async (flock: string, flags: SealFlags) => {
      const { runSeal } = await import('./run-case-files.ts');
      await runSeal(context, flock, flags);
    });
}

function addVerifying(files: Command, context: CommandContext): void {
  files
    .command('verify [case-file]')
    .description('Verify a case file against the current rows; exit status 5 if a row was changed')
    .option('--file <file>', 'saved case file to check, without a server; repeatable', collectValue)
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl case-files verify 'Season 2026'",
          'farmctl case-files verify --file 2025.json --file 2026.json',
        ],
        'For consecutive saved files, the hash chain is verified too.',
      ),
    )
    .action(async (id: string | undefined, { file = [] }: VerifyFlags) => {
      if (id === undefined || file.length > 0) {
        const { runVerifyFiles } = await import('./run-case-files.ts');
        return runVerifyFiles(context, { id, paths: file });
      }
      const { runVerifyCaseFile } = await import('./run-case-files.ts');
      return runVerifyCaseFile(context, id);
    });
}
