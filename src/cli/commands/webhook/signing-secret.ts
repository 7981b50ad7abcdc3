import { decodeSecret } from '../../../tools/webhook-signature.ts';
import { listenSecret } from '../../config/listen-secret.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { readSecretFile } from './read-secret-file.ts';

/**
 * The secret that events are signed with at the desk: that of the file, else that of the profile.
 * Throws a usage error for a file that holds none.
 */
export async function signingSecret(
  context: CommandContext,
  secretFile: string | undefined,
): Promise<string> {
  if (secretFile === undefined) {
    const { profile } = await context.settings();
    return listenSecret(context.io, profile);
  }
  const secret = await readSecretFile(secretFile, context.io);
  if (decodeSecret(secret)) return secret;
  throw usageError('--secret-file holds no secret of the form whsec_…');
}
