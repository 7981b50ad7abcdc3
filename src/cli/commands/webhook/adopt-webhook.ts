import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { printWrite } from '../resource/row-output.ts';
import { tellUnreadable } from './add-webhook.ts';
import { WEBHOOK_ARGUMENT } from './read-webhooks.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { sendCall, webhookPath } from './send-call.ts';

interface AdoptFlags {
  readonly replay?: string;
}

const EXAMPLES = `
A webhook is switched off when the key it delivers for is revoked, has expired or may not see its
events any more. The key that adopts it must be able to read the same data.

Examples:
  $ farmctl webhook adopt webhook_01K…
  $ farmctl webhook adopt webhook_01K… --replay none`;

/** Adds `webhook adopt <webhook>`. */
export function addAdopt(parent: Command, context: CommandContext): void {
  parent
    .command(`adopt ${WEBHOOK_ARGUMENT}`)
    .description('Deliver with the rights of this key from now on')
    .option('--replay <all or none>', 'whether to send the events that were held (default: all)')
    .addHelpText('after', EXAMPLES)
    .action((typed: string, flags: AdoptFlags) => runAdopt(context, typed, flags));
}

async function runAdopt(
  context: CommandContext,
  typed: string,
  { replay }: AdoptFlags,
): Promise<void> {
  if (replay !== undefined && replay !== 'all' && replay !== 'none') {
    throw usageError('--replay must be all or none');
  }
  const id = await resolveWebhook(context, typed);
  const path = webhookPath(id, '/adopt');
  const body = replay === undefined ? {} : { replay };
  const record = await sendCall(context, { method: 'POST', path, body });
  await tellUnreadable(context, record['unreadableEvents']);
  await printWrite(context, `adopted webhook ${neutralise(id)}`, { kind: 'record', record });
}
