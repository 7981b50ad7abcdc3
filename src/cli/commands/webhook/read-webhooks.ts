import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { type PageFlags, printPagedList } from '../paged-list.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { sendCall, webhookPath } from './send-call.ts';
import { webhookColumns } from './webhook-columns.ts';

/** The argument of commands about one webhook. */
export const WEBHOOK_ARGUMENT = '<webhook>';

/** Adds `webhook list` and `webhook get`. */
export function addReading(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('List the webhooks, without their secrets')
    .option('--limit <count>', 'print at most so many (50)')
    .option('--all', 'print all of them')
    .addHelpText(
      'after',
      `
Examples:
  $ farmctl webhook list
  $ farmctl webhook list --all --jq '.[] | select(.enabled | not) | .id'`,
    )
    .action((flags: PageFlags) =>
      printPagedList(context, { path: '/webhooks', query: {}, columns: webhookColumns, ...flags }),
    );
  parent
    .command(`get ${WEBHOOK_ARGUMENT}`)
    .description('Show a webhook, without its secret')
    .addHelpText(
      'after',
      `
A webhook is named by its id, or by its address, host or description where only one has it.

Examples:
  $ farmctl webhook get webhook_01K…
  $ farmctl webhook get webhook_01K… --fields enabled,disabledReason,held`,
    )
    .action((typed: string) => runGet(context, typed));
}

async function runGet(context: CommandContext, typed: string): Promise<void> {
  const id = await resolveWebhook(context, typed);
  const record = await sendCall(context, { method: 'GET', path: webhookPath(id) });
  await context.print({ kind: 'record', record });
}
