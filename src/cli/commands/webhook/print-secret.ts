import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import type { Values } from '../../output/output.ts';
import { printWrite } from '../resource/row-output.ts';

/** Flags of commands that show a secret. */
export interface SecretFlags {
  readonly secretOnly?: boolean;
}

/** The flag for scripts that keep the secret. */
export const SECRET_FLAG = ['--secret-only', 'print the secret and nothing else'] as const;

/** Throws a usage error, before anything is sent, where the secret would be left out. */
export function requireShown(context: CommandContext, { secretOnly }: SecretFlags): void {
  const { fields } = context.flags();
  if (fields === undefined) return;
  if (secretOnly) throw usageError('--secret-only and --fields exclude each other');
  if (fields.split(',').some((name) => name.trim() === 'secret')) return;
  throw usageError('--fields leaves out the secret, which is shown only this once', {
    hint: 'Add secret to --fields, or give --secret-only',
  });
}

/**
 * Prints a webhook with its new secret, after a line on what was done. The answer to a repeated
 * request has no secret: it is lost then, and the command ends as partly done.
 */
export async function printSecret(
  context: CommandContext,
  record: Values,
  { done, secretOnly }: SecretFlags & { readonly done: string },
): Promise<void> {
  const { secret, id } = record;
  if (typeof secret !== 'string') {
    throw new CliError('partlyDone', `${done}, but its secret was lost on the way`, {
      hint: `Make a new one: farmctl webhook rotate ${id} --grace 0 --yes`,
    });
  }
  const said = `${done}; the secret is shown only this once, keep it safe`;
  if (!secretOnly) return printWrite(context, said, { kind: 'record', record });
  await context.note(said);
  await context.print({ kind: 'reading', data: secret, render: () => `${secret}\n` });
}
