import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import type { AskFlags } from './ask/answer-question.ts';

const EXAMPLES = `
A question may continue the one before it ("and last week?", "what about barn 2?", "and water?");
/new starts over. Leave with exit, quit or Ctrl-D. Where an answer offers choices, type the number
of one. In a pipe every line is a question, and every answer is printed as soon as it is there; with
-o jsonl each is one line. Exit status in a pipe: 0 all answered, 9 some, 3 none.

Examples:
  $ farmctl chat --farm North --lang he
  $ printf 'How many birds died yesterday?\\nand today?\\n' | farmctl chat
  $ printf 'How old are the birds?\\nWhich flocks have no log today?\\n' | farmctl chat -o jsonl`;

/** Adds `chat`: one question after the other. */
export function addChat(parent: Command, context: CommandContext): void {
  parent
    .command('chat')
    .description('Ask one question after the other')
    .option('--execute', 'run what a question orders, after asking')
    .option('--explain', 'show the facts behind each answer')
    .addHelpText('after', EXAMPLES)
    .action(async (flags: AskFlags) => {
      const { runChat } = await import('./chat/run-chat.ts');
      await runChat(context, flags);
    });
}
