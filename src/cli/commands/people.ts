import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';

/** Adds `people`: what is held about a person, and how it is erased. */
export function addPeople(parent: Command, context: CommandContext): void {
  const people = parent
    .command('people')
    .description('Print or erase what is held about a user or contact');
  people
    .command('export <id>')
    .description('Print all that is held about a user or contact, as one document')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl people export contact_01K… > noa.json
  $ farmctl people export user_01K… --jq '.records | keys'`,
    )
    .action(async (id: string) => {
      const { runPeopleExport } = await import('./people/run-people.ts');
      await runPeopleExport(context, id);
    });
  people
    .command('erase <id>')
    .description('Erase the name and the ways to reach a user or contact, for good')
    .option('--dry-run', 'say what would be done, and do nothing')
    .addHelpText(
      'after',
      `
What stays, such as sealed case files, is named on stderr with the reason. It asks, or takes --yes.

Examples:
  $ farmctl people erase contact_01K… --dry-run
  $ farmctl people erase contact_01K… --yes`,
    )
    .action(async (id: string, flags: { readonly dryRun?: boolean }) => {
      const { runPeopleErase } = await import('./people/run-people.ts');
      await runPeopleErase(context, id, flags);
    });
}
