import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';

const APPLY_NOTE = `A file is YAML or JSON: a list of steps, each create, update, act or push. $barn1.id stands for the id
of the row that a step before calls barn1, today-14d for a day on the calendar of the farm, and
repeat makes several rows of one step. What was made is remembered: applied again, a file makes only
what is new in it. Everything is checked before anything is sent. See docs/fixtures.md.`;

const DESTROY_NOTE = `Rows are deleted, the last first; rows that were changed get back what they held, and actions are
undone. What is gone already is passed over. Events of cameras stay with what they were seen by.`;

/** Adds `fixtures`: rows as files describe them, made and taken back. */
export function addFixtures(parent: Command, context: CommandContext): void {
  const fixtures = parent
    .command('fixtures')
    .description('Make rows as a file describes them, and take them back');
  fixtures
    .command('apply <file...>')
    .description('Make what the files describe and is not there yet')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl fixtures apply three-barns.yaml',
          'farmctl fixtures apply base.yaml sick-flock.yaml --yes -o jsonl',
        ],
        APPLY_NOTE,
      ),
    )
    .action(async (files: readonly string[]) => {
      const { runApply } = await import('./fixtures/run-fixtures.ts');
      await runApply(context, files);
    });
  fixtures
    .command('destroy <file...>')
    .description('Take back what was made of the files on this server')
    .addHelpText(
      'after',
      renderExamples(
        [
          'farmctl fixtures destroy three-barns.yaml',
          'farmctl fixtures destroy base.yaml sick-flock.yaml --yes',
        ],
        DESTROY_NOTE,
      ),
    )
    .action(async (files: readonly string[]) => {
      const { runDestroy } = await import('./fixtures/run-fixtures.ts');
      await runDestroy(context, files);
    });
}
