import type { Command } from 'commander';
import { collectValue } from '../collect-value.ts';
import type { CommandContext } from '../context.ts';
import type { McpFlags } from './mcp/run-mcp.ts';

const EXAMPLES = `
Over stdin and stdout it uses the profile, its key and its farm, as every command does; an assistant
can do what the key may. Give it a key of its own: farmctl keys create assistant --scope read:*,ai:ask
With --http every request brings its own key as Authorization: Bearer, and the one of the profile is
not used. The protocol is spoken at /mcp; nothing is kept between requests.

Examples:
  $ farmctl mcp --profile assistant
  $ farmctl mcp --http --port 8788`;

/** Adds `mcp`: the farm for assistants. */
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
    .addHelpText('after', EXAMPLES)
    .action(async (flags: McpFlags) => {
      const { runMcp } = await import('./mcp/run-mcp.ts');
      await runMcp(context, flags);
    });
}
