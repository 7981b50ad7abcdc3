import type { Command } from 'commander';
import { collectValue } from '../../core/command-line.ts';
import type { CommandContext } from '../../session/context.ts';
import type { McpFlags } from '../mcp/run-mcp.ts';
import type { AskCommandFlags, AskFlags } from './run-ask.ts';
import type { ScanFlags } from './run-scan.ts';

const ASK_EXAMPLES = `
Answers come from the records of the farm, in the language of the question or of --lang (he, en, th,
es, zh). Rows of tsv, csv, jsonl and --fields are the facts behind an answer; json is all of it.
An order ("create a task: …") is only shown; with --execute it runs once you have agreed.
Every answer has a conversationId (-o json; shown at a terminal). With --conversation the next
question may continue it ("and yesterday?", "why?"); it expires after 24 hours without a question.
Exit status: 0 answered, 3 not answered (unclear, or nothing is recorded), 4 not allowed, 5 refused.

Examples:
  $ farmctl ask 'How many birds died today in barn 1?'
  $ farmctl ask 'כמה עופות מתו אתמול?' --explain
  $ echo 'Which flocks have no log today?' | farmctl ask - -o json
  $ id=$(farmctl ask 'Deaths yesterday?' --jq .conversationId) && farmctl ask 'and last week?' --conversation $id
  $ farmctl ask 'Create a task: weigh 100 birds' --execute --yes && farmctl undo last`;

/** Adds `ask`: a question in plain language. */
export function addAsk(parent: Command, context: CommandContext): void {
  parent
    .command('ask')
    .argument('[question...]', 'the question in plain language (- for stdin)')
    .description('Ask about the farm in plain language')
    .option('--execute', 'run what the question orders, after asking')
    .option('--explain', 'show the facts behind the answer, and what was understood')
    .option(
      '--conversation <id>',
      'continue a conversation: the conversationId of an earlier answer',
    )
    .addHelpText('after', ASK_EXAMPLES)
    .action(async (words: readonly string[], flags: AskCommandFlags) => {
      const { runAsk } = await import('./run-ask.ts');
      await runAsk(context, words, flags);
    });
}

const CHAT_EXAMPLES = `
A question may continue the one before it ("and last week?", "what about barn 2?", "and water?");
/new starts over. Leave with exit, quit or Ctrl-D. Where an answer offers choices, type the number
of one. In a pipe every line is a question, and every answer is printed as soon as it is there; with
-o jsonl each is one line. Exit status in a pipe: 0 all answered, 9 some, 3 none.

Examples:
  $ farmctl chat --farm North --lang he
  $ printf 'How many birds died yesterday?\\nand today?\\n' | farmctl chat
  $ printf 'How old are the birds?\\nWhich flocks have no log today?\\n' | farmctl chat -o jsonl`;

/** Adds `chat`: starts an interactive question session. */
export function addChat(parent: Command, context: CommandContext): void {
  parent
    .command('chat')
    .description('Ask one question after the other')
    .option('--execute', 'run what a question orders, after asking')
    .option('--explain', 'show the facts behind each answer')
    .addHelpText('after', CHAT_EXAMPLES)
    .action(async (flags: AskFlags) => {
      const { runChat } = await import('./run-chat.ts');
      await runChat(context, flags);
    });
}

/** Adds `brain`: runs the scheduled scans immediately. */
export function addBrain(parent: Command, context: CommandContext): void {
  const brain = parent.command('brain').description('Look through farms for what is wrong, now');
  brain
    .command('scan')
    .description('Raise and close alerts by the rules, and tell of new gaps')
    .option('--all', 'every farm that the key sees, whatever farms are pinned')
    .addHelpText(
      'after',
      `
Scans one farm after the other. A running service scans by itself: all rules every hour, everything
at 5:30 and 20:00 of the farm. Rows of tsv, csv and jsonl are the farms.

Examples:
  $ farmctl brain scan --farm North
  $ farmctl brain scan --all --jq '.[].alerts[] | select(.change != "closed") | .title'`,
    )
    .action(async (flags: ScanFlags) => {
      const { runScan } = await import('./run-scan.ts');
      await runScan(context, flags);
    });
}

const MCP_EXAMPLES = `
Over stdin and stdout it uses the profile, its key and its farm, as every command does; an assistant
can do what the key may. Give it a key of its own: farmctl keys create assistant --scope read:*,ai:ask
With --http every request brings its own key as Authorization: Bearer, and the one of the profile is
not used. The protocol is spoken at /mcp; nothing is kept between requests.

Examples:
  $ farmctl mcp --profile assistant
  $ farmctl mcp --http --port 8788`;

/** Adds `mcp`: serves the farm to assistants. */
export function addMcp(parent: Command, context: CommandContext): void {
  parent
    .command('mcp')
    .description('Serve the farm to assistants over the Model Context Protocol')
    .option('--http', 'serve over HTTP instead of stdin and stdout')
    .option('--host <address>', 'listen at this address (127.0.0.1)')
    .option('--port <number>', 'listen at this port, 0 for a free one (8788)')
    .option(
      '--allow-host <name>',
      'a name under which it may be spoken to besides localhost; may be given again',
      collectValue,
    )
    .addHelpText('after', MCP_EXAMPLES)
    .action(async (flags: McpFlags) => {
      const { runMcp } = await import('../mcp/run-mcp.ts');
      await runMcp(context, flags);
    });
}
