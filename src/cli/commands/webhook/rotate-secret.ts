import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { isConfirmed, requireConfirmable } from '../is-confirmed.ts';
import { printWrite } from '../resource/row-output.ts';
import { printSecret, requireShown, SECRET_FLAG, type SecretFlags } from './print-secret.ts';
import { WEBHOOK_ARGUMENT } from './read-webhooks.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { sendCall, webhookPath } from './send-call.ts';

interface RotateFlags extends SecretFlags {
  readonly grace?: string;
  readonly finish?: boolean;
}

const GRACE = /^(\d{1,3})(h|d)$/;
const HOURS_A_DAY = 24;
const MOST_GRACE_HOURS = 168;

const EXAMPLES = `
During the grace, 24 hours unless told, the secret before signs as well. With --grace 0 or --finish
it is out at once; that is asked for, or takes --yes.

Examples:
  $ farmctl webhook rotate webhook_01K… --grace 2d
  $ farmctl webhook rotate webhook_01K… --finish --yes`;

/** Adds `webhook rotate <webhook>`. */
export function addRotate(parent: Command, context: CommandContext): void {
  parent
    .command(`rotate ${WEBHOOK_ARGUMENT}`)
    .description('Exchange the secret of a webhook, and print the new one')
    .option('--grace <duration>', 'how long both secrets sign: up to 7d or 168h; 0 for not at all')
    .option('--finish', 'end the grace of a rotation that was started')
    .option(...SECRET_FLAG)
    .addHelpText('after', EXAMPLES)
    .action((typed: string, flags: RotateFlags) => runRotate(context, typed, flags));
}

async function runRotate(
  context: CommandContext,
  typed: string,
  { grace, finish, ...flags }: RotateFlags,
): Promise<void> {
  if (finish && grace !== undefined) throw usageError('--finish and --grace exclude each other');
  if (finish && flags.secretOnly) throw usageError('--finish makes no secret: leave --secret-only');
  const graceHours = grace === undefined ? undefined : parseGrace(grace);
  if (!finish) requireShown(context, flags);
  const isAtOnce = finish || graceHours === 0;
  if (isAtOnce) requireConfirmable(context);
  const id = await resolveWebhook(context, typed);
  const named = `webhook ${neutralise(id)}`;
  const question = { text: 'cli.ask.endSecret', params: { name: named } } as const;
  if (isAtOnce && !(await isConfirmed(context, question))) return;
  const body = finish ? { phase: 'finish' } : graceHours === undefined ? {} : { graceHours };
  const path = webhookPath(id, '/rotate-secret');
  const record = await sendCall(context, { method: 'POST', path, body });
  if (finish) {
    const done = `ended the rotation of ${named}; only the new secret signs`;
    return printWrite(context, done, { kind: 'record', record });
  }
  const until = record['previousSecretUntil'];
  const ending = typeof until === 'string' ? `, the one before signs until ${until}` : '';
  const done = `exchanged the secret of ${named}${neutralise(ending)}`;
  await printSecret(context, record, { done, ...flags });
}

/** Whole hours of `24h`, `2d` or `0`. */
function parseGrace(text: string): number {
  if (text === '0') return 0;
  const match = GRACE.exec(text);
  const hours = Number(match?.[1]) * (match?.[2] === 'd' ? HOURS_A_DAY : 1);
  if (match && hours <= MOST_GRACE_HOURS) return hours;
  throw usageError('--grace must be whole hours or days up to a week, such as 24h or 2d, or 0');
}
