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
    .addHelpText('after', '\nExamples:\n  $ farmctl os keys\n  $ farmctl os audit -o csv')
    .action((path: string, flags: OsFlags) => runOs(context, path, flags));
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

async function runOs(
  context: CommandContext,
  path: string,
  { query = {} }: OsFlags,
): Promise<void> {
  const client = await context.client();
  const farms = await context.farms();
  if (farms.length > 1) throw usageError('several farms are pinned: choose one with --farm');
  const [farmId] = farms;
  const { data } = await client.request({
    method: 'GET',
    path: `/os/${path.replace(/^\/+(os\/+)?/, '')}`,
    query: { farmId, ...query },
  });
  await context.print({ kind: 'document', data });
}
