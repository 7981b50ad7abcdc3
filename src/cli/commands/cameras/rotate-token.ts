import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { isConfirmed, requireConfirmable } from '../is-confirmed.ts';
import { expectObject } from '../keys/expect-object.ts';
import { printWrite } from '../resource/row-output.ts';
import { resolveConnection } from './resolve-connection.ts';

interface TokenFlags {
  readonly tokenOnly?: boolean;
}

const TOKEN = 'cameraToken';

const EXAMPLES = `
A connection is an integration of kind camera, named by its id or its name. The token in use stops
at once: cameras are refused until they are given the new one. So it is asked for, or takes --yes.

Examples:
  $ farmctl cameras token 'Cameras of barn 1'
  $ farmctl cameras token integration_01K… --yes --token-only > camera.token`;

/** Adds `cameras token <integration>`. */
export function addToken(parent: Command, context: CommandContext): void {
  parent
    .command('token <integration>')
    .description('Give a camera connection a new token, and print it, the only time it can be seen')
    .option('--token-only', 'print the token and nothing else')
    .addHelpText('after', EXAMPLES)
    .action((typed: string, flags: TokenFlags) => runToken(context, typed, flags));
}

async function runToken(context: CommandContext, typed: string, flags: TokenFlags): Promise<void> {
  requireShown(context, flags);
  requireConfirmable(context);
  const connection = await resolveConnection(context, typed);
  const id = String(connection['id']);
  const name = neutralise(String(connection['name'] ?? id));
  if (!(await isConfirmed(context, { text: 'cli.ask.newToken', params: { name } }))) return;
  const client = await context.client();
  const path = `/os/cameras/${encodeURIComponent(id)}/token`;
  const { data } = await client.request({ method: 'POST', path });
  const record = expectObject(data, { method: 'POST', path, server: client.server });
  await printToken(context, record, { done: `gave ${name} a new token`, ...flags });
}

/** Throws a usage error, before anything is sent, where the token would be left out. */
function requireShown(context: CommandContext, { tokenOnly }: TokenFlags): void {
  const { fields } = context.flags();
  if (fields === undefined) return;
  if (tokenOnly) throw usageError('--token-only and --fields exclude each other');
  if (fields.split(',').some((name) => name.trim() === TOKEN)) return;
  throw usageError('--fields leaves out the token, which is shown only this once', {
    hint: `Add ${TOKEN} to --fields, or give --token-only`,
  });
}

/** The answer to a repeated request has no token: it is lost then. */
async function printToken(
  context: CommandContext,
  record: Values,
  { done, tokenOnly }: TokenFlags & { readonly done: string },
): Promise<void> {
  const token = record[TOKEN];
  if (typeof token !== 'string') {
    throw new CliError('partlyDone', `${done}, but it was lost on the way`, {
      hint: `Make another: farmctl cameras token ${neutralise(String(record['integrationId']))}`,
    });
  }
  const said = `${done}; it is shown only this once, keep it safe`;
  if (!tokenOnly) return printWrite(context, said, { kind: 'record', record });
  await context.note(said);
  await context.print({ kind: 'reading', data: token, render: () => `${token}\n` });
}
