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
    .description('Seal the dossiers of closed flocks, show and verify them');
  addReading(files, context);
  addSealing(files, context);
  addVerifying(files, context);
}

function addReading(files: Command, context: CommandContext): void {
  files
    .command('list')
    .description('List the case files of the farm, the newest first')
    .option('--flock <flock>', 'that of this flock: id or code')
    .option('--limit <count>', 'print at most so many (50)')
    .option('--all', 'print all of them')
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
    .description('Show a case file; as JSON with its whole content, to be kept elsewhere')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl case-files get 3',
          'farmctl case-files get casefile_01K… -o json > case-file.json',
        ],
        'Takes the number, title or id. Rows of tsv, csv and jsonl are the rows that the case file holds.',
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
    .description('Seal the dossier of a closed flock, for ever')
    .requiredOption('--title <title>', 'what the case file is for')
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl case-files create B1-2611 --title 'Flock B1-2611, for the insurance'",
          "farmctl case-files create flock_01K… --title 'Season 2026' --yes",
        ],
        'The flock and all its rows can never be changed again. So it is asked for, or takes --yes.',
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
    .description('Check a case file and the rows of today; exit status 5 where one was changed')
    .option(
      '--file <file>',
      'check a saved one, without a server; may be given again',
      collectValue,
    )
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl case-files verify 'Season 2026'",
          'farmctl case-files verify --file 2025.json --file 2026.json',
        ],
        'Of saved files that follow each other the chain is checked as well.',
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
