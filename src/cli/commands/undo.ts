import type { Command } from 'commander';
import { actionTypes } from '../../model/actions.ts';
import { completedOption } from '../completed-option.ts';
import type { CommandContext } from '../context.ts';
import { listUndoable, type UndoListFlags } from './undo/list-undoable.ts';
import { runUndo } from './undo/run-undo.ts';

/** Adds `undo`: takes back what an action did. */
export function addUndo(parent: Command, context: CommandContext): void {
  const undo = parent
    .command('undo')
    .argument(
      '[what]',
      'last, the id of an action of this machine, or a file (- for stdin)',
      'last',
    )
    .description('Take back what an action did')
    .addHelpText('after', EXAMPLES)
    .action((what: string) => runUndo(context, what));
  undo
    .command('list')
    .description('List the actions that ran, and which of them can be undone from here')
    .addOption(completedOption('--type <type>', 'only actions of this type', actionTypes))
    .option('--undone', 'only those that were undone')
    .option('--limit <count>', 'print at most so many (50)')
    .option('--all', 'print all of them')
    .addHelpText('after', LIST_EXAMPLES)
    .action((flags: UndoListFlags) => listUndoable(context, flags));
}

const EXAMPLES = `
Examples:
  $ farmctl undo last
  $ farmctl act create_task --title 'Call the vet' -o json > done.json && farmctl undo done.json`;

const LIST_EXAMPLES = `
Examples:
  $ farmctl undo list
  $ farmctl undo list --type log_daily --jq '.[] | select(.here) | .id'`;
