import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { neutralise } from '../../output/neutralise.ts';
import { isConfirmed, requireConfirmable } from '../is-confirmed.ts';
import { printWrite } from '../resource/row-output.ts';
import { hostOf } from './host-of.ts';
import { WEBHOOK_ARGUMENT } from './read-webhooks.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { sendCall, webhookPath } from './send-call.ts';

/** Adds `webhook remove <webhook>`. */
export function addRemove(parent: Command, context: CommandContext): void {
  parent
    .command(`remove ${WEBHOOK_ARGUMENT}`)
    .description('Delete a webhook, with what still waits for it')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl webhook remove webhook_01K… --yes
  $ farmctl webhook remove brain.example.com --yes`,
    )
    .action((typed: string) => runRemove(context, typed));
}

async function runRemove(context: CommandContext, typed: string): Promise<void> {
  requireConfirmable(context);
  const path = webhookPath(await resolveWebhook(context, typed));
  const { id, url, pending, held } = await sendCall(context, { method: 'GET', path });
  const named = `webhook ${neutralise(String(id))} (${neutralise(hostOf(url))})`;
  const waiting = Number(pending) + Number(held);
  const question =
    waiting > 0
      ? ({ text: 'cli.ask.deleteWaiting', params: { what: named, count: waiting } } as const)
      : ({ text: 'cli.ask.delete', params: { what: named } } as const);
  if (!(await isConfirmed(context, question))) return;
  const record = await sendCall(context, { method: 'DELETE', path });
  await printWrite(context, `deleted ${named}`, { kind: 'record', record });
}
