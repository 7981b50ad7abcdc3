import type { Command } from 'commander';
import type { CommandContext } from '../context.ts';
import { addAdd } from './webhook/add-webhook.ts';
import { addAdopt } from './webhook/adopt-webhook.ts';
import { addDeliveries } from './webhook/deliveries.ts';
import { addWebhookListen } from './webhook/listen.ts';
import { addReading } from './webhook/read-webhooks.ts';
import { addRemove } from './webhook/remove-webhook.ts';
import { addRotate } from './webhook/rotate-secret.ts';
import { addSendingAgain } from './webhook/send-again.ts';
import { addTest } from './webhook/test-webhook.ts';
import { addTrigger } from './webhook/trigger-event.ts';
import { addUpdate } from './webhook/update-webhook.ts';
import { addVerify } from './webhook/verify-delivery.ts';

/** Adds `webhook`: addresses that are told of events, what was sent to them, and their tests. */
export function addWebhook(parent: Command, context: CommandContext): void {
  const webhook = parent
    .command('webhook')
    .description('Manage webhooks, and test what receives them');
  addAdd(webhook, context);
  addReading(webhook, context);
  addUpdate(webhook, context);
  addAdopt(webhook, context);
  addRemove(webhook, context);
  addTest(webhook, context);
  addDeliveries(webhook, context);
  addSendingAgain(webhook, context);
  addRotate(webhook, context);
  addWebhookListen(webhook, context);
  addTrigger(webhook, context);
  addVerify(webhook, context);
}
