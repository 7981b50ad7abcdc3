import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { AskFlags } from './ask/answer-question.ts';

const EXAMPLES = `
Answers come from the records of the farm, in the language of the question or of --lang (he, en, th,
es, zh). Rows of tsv, csv, jsonl and --fields are the facts behind an answer; json is all of it.
An order ("create a task: …") is only shown; with --execute it runs once you have agreed.
Exit status: 0 answered, 3 not answered (unclear, or nothing is recorded), 4 not allowed, 5 refused.

Examples:
  $ farmctl ask 'How many birds died today in barn 1?'
  $ farmctl ask 'כמה עופות מתו אתמול?' --explain
  $ echo 'Which flocks have no log today?' | farmctl ask - -o json
  $ farmctl ask 'Create a task: weigh 100 birds' --execute --yes && farmctl undo last`;

/** Adds `ask`: a question in plain language. */
export function addAsk(parent: Command, context: CommandContext): void {
  parent
    .command('ask')
    .argument('[question...]', 'the question in plain language (- for stdin)')
    .description('Ask about the farm in plain language')
    .option('--execute', 'run what the question orders, after asking')
    .option('--explain', 'show the facts behind the answer, and what was understood')
    .addHelpText('after', EXAMPLES)
    .action(async (words: readonly string[], flags: AskFlags) => {
      const { runAsk } = await import('./ask/run-ask.ts');
      await runAsk(context, words, flags);
    });
}
