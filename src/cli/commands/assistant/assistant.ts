import type { Command } from 'commander';
import { collectValue } from '../../core/command-line.ts';
import type { CommandContext } from '../../session/context.ts';
import type { McpFlags } from '../mcp/run-mcp.ts';
import type { AskCommandFlags, AskFlags } from './run-ask.ts';
import type { ScanFlags } from './run-scan.ts';

const ASK_EXAMPLES = `
Answers are computed from the records of the farm, in the language of the question or of --lang (he,
en, th, es, zh). tsv, csv, jsonl and --fields print the facts behind an answer; json, all of it.
A command ("create a task: …") is only shown; with --execute it runs after you confirm it.
Every answer has a conversationId (-o json; shown in a terminal). With --conversation, the next
question can continue it ("and yesterday?", "why?"); it expires after 24 hours without a question.
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
    .option('--execute', 'run the requested action after confirmation')
    .option('--explain', 'show the facts behind the answer, and its interpretation')
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
A question can continue the previous one ("and last week?", "what about barn 2?", "and water?");
/new starts over. Leave with exit, quit or Ctrl-D. If an answer offers choices, type the number of
one. In a pipe, every line is a question, and each answer is printed as soon as it is ready; with
-o jsonl, one per line. Exit status in a pipe: 0 all answered, 9 some, 3 none.

Examples:
  $ farmctl chat --farm North --lang he
  $ printf 'How many birds died yesterday?\\nand today?\\n' | farmctl chat
  $ printf 'How old are the birds?\\nWhich flocks have no log today?\\n' | farmctl chat -o jsonl`;

/** Adds `chat`: starts an interactive question session. */
export function addChat(parent: Command, context: CommandContext): void {
  parent
    .command('chat')
    .description('Start an interactive question session')
    .option('--execute', 'run requested actions after confirmation')
    .option('--explain', 'show the facts behind each answer')
    .addHelpText('after', CHAT_EXAMPLES)
    .action(async (flags: AskFlags) => {
      const { runChat } = await import('./run-chat.ts');
      await runChat(context, flags);
    });
}

/** Adds `brain`: runs the scheduled scans immediately. */
export function addBrain(parent: Command, context: CommandContext): void {
  const brain = parent.command('brain').description('Scan farms for problems now');
  brain
    .command('scan')
    .description('Open and close alerts by the rules, and report new gaps')
    .option('--all', 'all farms of the key, regardless of --farm')
    .addHelpText(
      'after',
      `
Scans farms one after another. A running service scans automatically: all rules every hour, everything
at 5:30 and 20:00 local time. tsv, csv and jsonl print one row per farm.

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
Over stdin and stdout, the profile, its key and its farm are used, as in every command; the assistant
has the permissions of the key. Create a separate key: farmctl keys create assistant --scope read:*,ai:ask
With --http, every request sends its key as Authorization: Bearer; the key of the profile is not
used. The endpoint is /mcp; requests are stateless.

Examples:
  $ farmctl mcp --profile assistant
  $ farmctl mcp --http --port 8788`;

/** Adds `mcp`: serves the farm to assistants. */
export function addMcp(parent: Command, context: CommandContext): void {
  parent
    .command('mcp')
    .description('Serve the farm to assistants over the Model Context Protocol')
    .option('--http', 'serve over HTTP instead of stdin and stdout')
    .option('--host <address>', 'address to listen on (127.0.0.1)')
    .option('--port <number>', 'port to listen on; 0 picks a free one (8788)')
    .option(
      '--allow-host <name>',
      'additional host name that is accepted besides localhost; repeatable',
      collectValue,
    )
    .addHelpText('after', MCP_EXAMPLES)
    .action(async (flags: McpFlags) => {
      const { runMcp } = await import('../mcp/run-mcp.ts');
      await runMcp(context, flags);
    });
}
