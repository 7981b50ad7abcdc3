import { ConnectionFailed } from '../../../client/errors.ts';
import { FarmError } from '../../../model/errors.ts';
import type { Finding } from '../../../server/doctor/finding.ts';
import type { Settings } from '../../config/settings.ts';
import type { CommandContext } from '../../context.ts';
import { hintFor } from '../../error-hints.ts';

/** Checks the server of the profile: that it answers, that the key is let in, what time it has. */
export async function examineServer(
  context: CommandContext,
  settings: Settings,
): Promise<readonly Finding[]> {
  const { failed, passed, skipped } = await import('../../../server/doctor/finding.ts');
  const { checkServerClock } = await import('../../../server/doctor/check-server-clock.ts');
  // Whoever asks what is wrong does not want to wait for retries.
  const client = await context.connect({ ...settings, maxWaitMs: 0 });
  try {
    const { headers } = await client.request({ method: 'GET', path: '/readyz' });
    const clock = checkServerClock({ date: headers['date'], now: context.now.now() });
    const server = passed('server', `${settings.server} answers`);
    if (settings.key === undefined) {
      return [server, clock, skipped('key', `there is no key for ${settings.server}`)];
    }
    return [server, clock, await examineKey(() => client.me(), { failed, passed })];
  } catch (error) {
    if (!(error instanceof ConnectionFailed) && !(error instanceof FarmError)) throw error;
    return [failed('server', error.message, hintFor(error, ['doctor']) ?? '')];
  } finally {
    await client.close();
  }
}

type Verdicts = Pick<typeof import('../../../server/doctor/finding.ts'), 'failed' | 'passed'>;

async function examineKey(
  ask: () => Promise<unknown>,
  { failed, passed }: Verdicts,
): Promise<Finding> {
  try {
    await ask();
    return passed('key', 'the server lets the key in');
  } catch (error) {
    if (!(error instanceof FarmError)) throw error;
    return failed('key', error.message, hintFor(error, ['doctor']) ?? '');
  }
}
