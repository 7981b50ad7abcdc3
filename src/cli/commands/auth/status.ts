import type { CommandContext } from '../../context.ts';
import { CliError } from '../../errors.ts';
import { callerRecord, findCaller } from './caller.ts';

/** `auth status`: who the key in force is; exit status 4 without one, or when it is refused. */
export async function runStatus(context: CommandContext): Promise<void> {
  const { key, server, profile, sources } = await context.settings();
  const keySource = sources['key'] ?? 'not set';
  if (key === undefined) {
    const reason = keySource === 'not set' ? '' : ` (${keySource})`;
    throw new CliError('notAllowed', `there is no key for ${server}${reason}`, {
      hint: 'Store one with: farmctl auth login; or set FARMCTL_KEY',
    });
  }
  const caller = await findCaller(await context.client());
  const place = { profile, server, keySource };
  await context.print({ kind: 'record', record: callerRecord(caller, place) });
}
