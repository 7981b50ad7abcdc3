import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { usageError } from '../errors.ts';

interface OsFlags {
  readonly query?: Readonly<Record<string, string>>;
}

/** Adds `os <path>`: the reads of the service's own application. */
export function addOs(parent: Command, context: CommandContext): void {
  parent
    .command('os <path>')
    .description("Read a screen of the service's own application")
    .option('--query <name=value>', 'send a query parameter; may be given again', collectPair)
    .addHelpText(
      'after',
      `
The screens of a farm have pages of their own: farmctl dashboard, weekly-summary, risk ledger,
chart and cameras list.

Examples:
  $ farmctl os dashboard
  $ farmctl os risk/ledger --query item=feed_out
  $ farmctl os audit -o csv`,
    )
    .action(async (path: string, { query = {} }: OsFlags) => {
      const { runOs } = await import('./os/run-os.ts');
      await runOs(context, path, query);
    });
}

/** Collects `name=value` pairs; throws a usage error for anything else. */
export function collectPair(
  text: string,
  pairs: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const at = text.indexOf('=');
  if (at < 1) throw usageError(`${JSON.stringify(text)} must be name=value`);
  return { ...pairs, [text.slice(0, at)]: text.slice(at + 1) };
}
