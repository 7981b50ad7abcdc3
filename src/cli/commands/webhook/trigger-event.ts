import { Argument, type Command } from 'commander';
import { type EventName, eventNames } from '../../../model/events.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import { createIdFactory, secureRandom } from '../../../tools/ids.ts';
import { signDelivery } from '../../../tools/sign-delivery.ts';
import { collectValue } from '../../collect-value.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { buildEvent } from './build-event.ts';
import { requireEvent } from './events-flag.ts';
import { postEvent, requestText, type SignedRequest } from './post-event.ts';
import { receiverError } from './receiver-error.ts';
import { requireAddress } from './require-address.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { sendCall, webhookPath } from './send-call.ts';
import { signingSecret } from './signing-secret.ts';
import { FARM_FLAG, webhookFarms } from './webhook-farms.ts';

interface TriggerFlags {
  readonly url?: string;
  readonly webhook?: string;
  readonly secretFile?: string;
  readonly set?: readonly string[];
  readonly farm?: readonly string[];
  readonly print?: boolean;
}

const EXAMPLES = `
The event is the worked example of the reference (farmctl capabilities), with an id of its own. It is
signed and posted from this machine; the service, its webhooks and their logs know nothing of it.
Without --secret-file it is signed with the secret of the profile, that of webhook listen.
Ends with 0 when the receiver took it, 5 when it refused, 7 for 500 and above, 8 without an answer.

Examples:
  $ farmctl webhook trigger alert.critical --url http://127.0.0.1:3000/ --secret-file webhook.secret --set data.record.title='Barn 1 is hot'
  $ farmctl webhook trigger daily_log.created --webhook webhook_01K… --secret-file webhook.secret --print`;

/** Adds `webhook trigger <event>`. */
export function addTrigger(parent: Command, context: CommandContext): void {
  const event = new Argument('<event>', 'one of the 17 events');
  event.argChoices = [...eventNames];
  parent
    .command('trigger')
    .addArgument(event)
    .description('Make a test event, sign it, and post it from this machine')
    .option('--url <address>', 'where to post it')
    .option('--webhook <webhook>', 'post it to the address of this webhook')
    .option('--secret-file <file>', 'file of the secret that signs it, or - for standard input')
    .option('--set <path=value>', 'change a value of the event; may be given again', collectValue)
    .option(FARM_FLAG, 'let it tell of this farm', collectValue)
    .option('--print', 'print the signed request, and post nothing')
    .addHelpText('after', EXAMPLES)
    .action((name: string, flags: TriggerFlags) => runTrigger(context, name, flags));
}

async function runTrigger(
  context: CommandContext,
  name: string,
  flags: TriggerFlags,
): Promise<void> {
  requireEvent(name, 'event');
  const { secretFile } = flags;
  if (secretFile === undefined && flags.webhook !== undefined) {
    throw usageError('--secret-file is missing: the service does not show that of a webhook', {
      hint: 'farmctl webhook add … --secret-only > webhook.secret keeps it',
    });
  }
  const secret = await signingSecret(context, secretFile);
  const at = context.now.now();
  const [farmId, ...others] = await webhookFarms(context, flags.farm);
  if (others.length > 0) throw usageError('an event tells of one farm: give --farm once');
  const id = createIdFactory(() => at, secureRandom).create('evt');
  // The names of the events were checked.
  const identity = { id, createdAt: formatInstant(at), farmId };
  const event = buildEvent(name as EventName, identity, flags.set ?? []);
  const url = await findAddress(context, flags);
  const body = JSON.stringify(event);
  const signed = signDelivery({ id: event.id, body, at }, { secret });
  const headers = {
    'content-type': 'application/json',
    'user-agent': context.program,
    ...signed,
  };
  const request: SignedRequest = { method: 'POST', url, headers, body };
  if (flags.print) return printRequest(context, request);
  await post(context, request, { event: name, id: event.id });
}

async function findAddress(context: CommandContext, flags: TriggerFlags): Promise<string> {
  const { url, webhook } = flags;
  if ((url === undefined) === (webhook === undefined)) {
    throw usageError('say where to post it: --url or --webhook, one of them');
  }
  if (url === undefined) {
    const path = webhookPath(await resolveWebhook(context, webhook ?? ''));
    return String((await sendCall(context, { method: 'GET', path }))['url']);
  }
  return requireAddress(url, '--url');
}

function printRequest(context: CommandContext, request: SignedRequest): Promise<void> {
  return context.print({ kind: 'reading', data: request, render: () => requestText(request) });
}

async function post(
  context: CommandContext,
  request: SignedRequest,
  { event, id }: { readonly event: string; readonly id: string },
): Promise<void> {
  const { host } = new URL(request.url);
  // Settings first: the answer is printed in the form they ask for.
  await context.settings();
  const posted = await postEvent(request, context.io.interruption);
  const error = receiverError(event, posted);
  if (!error) {
    await context.note(`posted ${event} (${id}) to ${neutralise(host)} in ${posted.durationMs} ms`);
  }
  await context.print({ kind: 'record', record: { event, id, host, ...posted } });
  if (error) throw error;
}
