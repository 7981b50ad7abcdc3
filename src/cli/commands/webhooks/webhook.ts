import type { Command } from 'commander';
import { boolean } from '../../../model/core/fields.ts';
import { message } from '../../../model/core/message.ts';
import { collectValue } from '../../core/command-line.ts';
import { usageError } from '../../core/errors.ts';
import { parseFieldValue } from '../../input/field-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireAnswerFields } from '../../session/requested-fields.ts';
import { isConfirmed, printWrite, requireConfirmable } from '../core/write-results.ts';
import { addDeliveries, addSendingAgain, addTest } from './deliveries.ts';
import { addWebhookListen } from './listen.ts';
import {
  addReading,
  hostOf,
  resolveWebhook,
  sendCall,
  WEBHOOK_ARGUMENT,
  webhookPath,
} from './read-webhooks.ts';
import { addTrigger } from './trigger-event.ts';
import { eventsOption, FARM_FLAG, parseEvents, webhookFarms } from './webhook-flags.ts';
import {
  addRotate,
  addVerify,
  printSecret,
  requireShown,
  SECRET_FLAG,
  type SecretFlags,
} from './webhook-secrets.ts';

/** Adds `webhook`: webhooks, their deliveries, and tests. */
export function addWebhook(parent: Command, context: CommandContext): void {
  const webhook = parent
    .command('webhook')
    .description('Manage webhooks, and test their receivers');
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

interface AddFlags extends SecretFlags {
  readonly events?: readonly string[];
  readonly farm?: readonly string[];
  readonly description?: string;
  readonly ordered?: boolean;
}

const ADD_EXAMPLES = `
Examples:
  $ farmctl webhook add https://brain.example.com/hooks/farm --events alert.critical,field_report.question
  $ farmctl webhook add https://brain.example.com/hooks/all --events all --secret-only > webhook.secret`;

export function addAdd(parent: Command, context: CommandContext): void {
  parent
    .command('add <url>')
    .description('Subscribe a URL to events, and print its signing secret')
    .addOption(eventsOption('events to send, or all; repeatable'))
    .option(FARM_FLAG, 'only events of this farm; repeatable', collectValue)
    .option('--description <text>', 'description')
    .option('--ordered', 'deliver the events of a row in order')
    .option(...SECRET_FLAG)
    .addHelpText('after', ADD_EXAMPLES)
    .action((url: string, flags: AddFlags) => runAdd(context, url, flags));
}

async function runAdd(context: CommandContext, url: string, flags: AddFlags): Promise<void> {
  const { events: typed, farm, description, ordered } = flags;
  if (typed === undefined) {
    throw usageError(message('fault.eventsMissing'), {
      hint: message('hint.listEvents'),
    });
  }
  const events = parseEvents(typed);
  requireShown(context, flags);
  await requireAnswerFields(context, 'createWebhook');
  const farmIds = await webhookFarms(context, farm);
  const record = await sendCall(context, {
    method: 'POST',
    path: '/webhooks',
    body: {
      url,
      events,
      ...(farmIds.length === 0 ? {} : { farmIds }),
      ...(description === undefined ? {} : { description }),
      ...(ordered === undefined ? {} : { ordered }),
    },
  });
  await reportUnreadable(context, record['unreadableEvents']);
  const added = { id: neutralise(String(record['id'])), host: neutralise(hostOf(url)) };
  const confirmation = await context.t('note.webhookAdded', added);
  await printSecret(context, record, { done: confirmation, ...flags });
}

/** Reports events that will never be delivered, because the key may not read their resources. */
export async function reportUnreadable(context: CommandContext, events: unknown): Promise<void> {
  if (!Array.isArray(events) || events.length === 0) return;
  const names = neutralise(events.join(', '));
  await context.report('note.unreadableEvents', { names });
}

interface AdoptFlags {
  readonly replay?: string;
}

const ADOPT_EXAMPLES = `
A webhook is disabled when its key is revoked, has expired or may no longer read its events.
The new key must have access to the same data.

Examples:
  $ farmctl webhook adopt webhook_01K…
  $ farmctl webhook adopt webhook_01K… --replay none`;

export function addAdopt(parent: Command, context: CommandContext): void {
  parent
    .command(`adopt ${WEBHOOK_ARGUMENT}`)
    .description('Deliver with the permissions of this key from now on')
    .option('--replay <all or none>', 'whether to send the events held meanwhile (default: all)')
    .addHelpText('after', ADOPT_EXAMPLES)
    .action((typed: string, flags: AdoptFlags) => runAdopt(context, typed, flags));
}

async function runAdopt(
  context: CommandContext,
  typed: string,
  { replay }: AdoptFlags,
): Promise<void> {
  if (replay !== undefined && replay !== 'all' && replay !== 'none') {
    throw usageError(message('fault.replayInvalid'));
  }
  await requireAnswerFields(context, 'adoptWebhook');
  const id = await resolveWebhook(context, typed);
  const path = webhookPath(id, '/adopt');
  const body = replay === undefined ? {} : { replay };
  const record = await sendCall(context, { method: 'POST', path, body });
  await reportUnreadable(context, record['unreadableEvents']);
  const confirmation = await context.t('note.webhookAdopted', { id: neutralise(id) });
  await printWrite(context, confirmation, { kind: 'record', record });
}

interface UpdateFlags {
  readonly url?: string;
  readonly events?: readonly string[];
  readonly farm?: readonly string[];
  readonly allFarms?: boolean;
  readonly description?: string;
  readonly ordered?: string | true;
  readonly enabled?: string | true;
  readonly replay?: string;
}

const UPDATE_EXAMPLES = `
When a webhook is enabled again, the events held meanwhile are sent; --replay none discards them.
An empty --description clears it.

Examples:
  $ farmctl webhook update webhook_01K… --enabled
  $ farmctl webhook update webhook_01K… --events alert.critical --description 'Only the worst'`;

export function addUpdate(parent: Command, context: CommandContext): void {
  parent
    .command(`update ${WEBHOOK_ARGUMENT}`)
    .description('Change, enable or disable a webhook')
    .option('--url <address>', 'URL that receives the events')
    .addOption(eventsOption('events to send, or all; replaces the previous list'))
    .option(FARM_FLAG, 'only events of this farm; repeatable', collectValue)
    .option('--all-farms', 'events of all farms of the key that created it')
    .option('--description <text>', 'description')
    .option('--ordered [true or false]', 'deliver the events of a row in order')
    .option('--enabled [true or false]', 'enable or disable the webhook')
    .option('--replay <all or none>', 'with --enabled: whether to send the events held meanwhile')
    .addHelpText('after', UPDATE_EXAMPLES)
    .action((typed: string, flags: UpdateFlags) => runUpdate(context, typed, flags));
}

async function runUpdate(
  context: CommandContext,
  typed: string,
  flags: UpdateFlags,
): Promise<void> {
  const change = readChange(flags);
  const isNarrowed = flags.farm !== undefined || context.flags().farm !== undefined;
  if (Object.keys(change).length === 0 && !isNarrowed) {
    throw usageError(message('fault.webhookChangeMissing'));
  }
  if (isNarrowed && flags.allFarms)
    throw usageError(message('cli.exclude', { first: '--farm', second: '--all-farms' }));
  await requireAnswerFields(context, 'updateWebhook');
  const id = await resolveWebhook(context, typed);
  const farmIds = isNarrowed ? { farmIds: await webhookFarms(context, flags.farm) } : {};
  const record = await sendCall(context, {
    method: 'PATCH',
    path: webhookPath(id),
    body: { ...change, ...farmIds },
  });
  await reportUnreadable(context, record['unreadableEvents']);
  const confirmation = await context.t(changeText(change), { id: neutralise(id) });
  await printWrite(context, confirmation, { kind: 'record', record });
}

function readChange({ url, events, allFarms, description, ...flags }: UpdateFlags): Values {
  const { ordered, enabled, replay } = flags;
  if (replay !== undefined && replay !== 'all' && replay !== 'none') {
    throw usageError(message('fault.replayInvalid'));
  }
  return {
    ...(url === undefined ? {} : { url }),
    ...(events === undefined ? {} : { events: parseEvents(events) }),
    ...(allFarms ? { farmIds: null } : {}),
    ...(description === undefined ? {} : { description: description === '' ? null : description }),
    ...(ordered === undefined ? {} : { ordered: flagValue(ordered, '--ordered') }),
    ...(enabled === undefined ? {} : { enabled: flagValue(enabled, '--enabled') }),
    ...(replay === undefined ? {} : { replay }),
  };
}

/** A flag without a value means yes. */
function flagValue(value: string | true, flag: string): unknown {
  return value === true ? true : parseFieldValue(boolean(), value, flag);
}

function changeText({ enabled }: Values) {
  if (enabled === undefined) return 'note.webhookChanged';
  return enabled === true ? 'note.webhookOn' : 'note.webhookOff';
}

export function addRemove(parent: Command, context: CommandContext): void {
  parent
    .command(`remove ${WEBHOOK_ARGUMENT}`)
    .description('Delete a webhook and its pending deliveries')
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
  await requireAnswerFields(context, 'deleteWebhook');
  const path = webhookPath(await resolveWebhook(context, typed));
  const { id, url, pending, held } = await sendCall(context, { method: 'GET', path });
  const description = `webhook ${neutralise(String(id))} (${neutralise(hostOf(url))})`;
  const waiting = Number(pending) + Number(held);
  const question =
    waiting > 0
      ? ({ text: 'cli.ask.deleteWaiting', params: { what: description, count: waiting } } as const)
      : ({ text: 'cli.ask.delete', params: { what: description } } as const);
  if (!(await isConfirmed(context, question))) return;
  const record = await sendCall(context, { method: 'DELETE', path });
  const confirmation = await context.t('note.deleted', { what: description });
  await printWrite(context, confirmation, { kind: 'record', record });
}
