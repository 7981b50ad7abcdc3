import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { renderExamples } from '../help-examples.ts';
import { runDemo } from './demo/run-demo.ts';

/** Adds `demo`: a few real commands on a generated farm. */
export function addDemo(parent: Command, context: CommandContext): void {
  parent
    .command('demo')
    .description(
      'Try farmctl on a generated farm, in the language of --lang (default: en); it exits on its own and leaves nothing behind',
    )
    .addHelpText(
      'after',
      renderExamples([
        'farmctl demo',
        'farmctl demo --lang es',
        'farmctl demo --color always | less -R',
      ]),
    )
    .action(() => runDemo(context));
}
