import type { Command } from 'commander';
import { message } from '../../../model/core/message.ts';
import { digestChannels } from '../../../model/core/vocabulary.ts';
import { checkWord, completedOption, renderExamples } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import type { Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { printWrite } from '../core/write-results.ts';
import { requireUser } from '../organisation/sign-in-link.ts';
import { sendNoticeCall } from './notice-calls.ts';

interface DigestFlags {
  readonly via?: string;
  readonly user?: string;
}

const PATH = '/os/notices/digest';
const OFF = 'off';
const HOUR = /^(?:[01]?\d|2[0-3])(?::00)?$/;

/** Adds `notices digest`: when a user is sent the morning briefing. */
export function addDigest(notices: Command, context: CommandContext): void {
  notices
    .command('digest [hour]')
    .description('Show or choose the hour at which a user is sent the morning briefing')
    .addOption(completedOption('--via <kind>', 'how it is sent (email)', digestChannels))
    .option('--user <user>', 'whose briefing: id or name; needed with an API key')
    .addHelpText(
      'after',
      renderExamples(
        [
          "farmctl notices digest 6 --user 'Noa Levi'",
          "farmctl notices digest 6 --via push --user 'Noa Levi'",
          "farmctl notices digest off --user 'Noa Levi'",
        ],
        'The hour is one of 0 to 23 in the time zone of the farm, or off. Without it the present ' +
          'choice is shown.',
      ),
    )
    .action((hour: string | undefined, flags: DigestFlags) => runDigest(context, hour, flags));
}

async function runDigest(
  context: CommandContext,
  typed: string | undefined,
  { via, user }: DigestFlags,
): Promise<void> {
  if (via !== undefined) checkWord('--via', via, digestChannels);
  const hour = typed === undefined ? undefined : hourOf(typed);
  const userId =
    user === undefined ? undefined : (await requireUser(await context.client(), user)).id;
  const query = { userId };
  if (hour === undefined) {
    const record = await sendNoticeCall(context, { method: 'GET', path: PATH, query });
    await context.print({ kind: 'record', record });
    const isUnsent = record['hour'] !== null && record['hasChannel'] === false;
    return isUnsent ? context.note(await sayTime(context, record)) : undefined;
  }
  const body = { hour, ...(via === undefined ? {} : { via }) };
  const record = await sendNoticeCall(context, { method: 'PUT', path: PATH, query, body });
  const done =
    hour === null ? await context.say('note.digestOff', {}) : await sayTime(context, record);
  await printWrite(context, done, { kind: 'record', record });
}

/** When it is sent; where the user has no channel for it, what to do about that. */
function sayTime(context: CommandContext, record: Values): Promise<string> {
  const { userId, via, timezone, hasChannel } = record;
  const time = { hour: String(record['hour']).padStart(2, '0'), zone: String(timezone) };
  if (hasChannel !== false) return context.say('note.digestAt', time);
  if (via === 'push') return context.say('note.digestNoPush', time);
  const command = `farmctl notices channels add email <address> --user ${userId}`;
  return context.say('note.digestNoEmail', { ...time, command });
}

function hourOf(typed: string): number | null {
  if (typed === OFF) return null;
  if (!HOUR.test(typed)) throw usageError(message('cli.digestHour'));
  return Number.parseInt(typed, 10);
}
