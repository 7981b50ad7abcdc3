import { Argument, type Command } from 'commander';
import { ConnectionFailed } from '../../../client/errors.ts';
import { createHttpTransport } from '../../../client/http-transport.ts';
import { type EventBody, eventSubject, exampleEvent } from '../../../model/answers/events.ts';
import type { Field } from '../../../model/core/fields.ts';
import { message } from '../../../model/core/message.ts';
import { type EventName, eventNames } from '../../../model/core/resource.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import { createIdFactory, secureRandom } from '../../../tools/ids.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import { signDelivery } from '../../../tools/webhook-signature.ts';
import { nearestWord } from '../../../tools/words.ts';
import { collectValue } from '../../core/command-line.ts';
import { didYouMean, usageError } from '../../core/errors.ts';
import { parseFieldValue } from '../../input/field-flags.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { resolveWebhook, sendCall, webhookPath } from './read-webhooks.ts';
import {
  FARM_FLAG,
  type Reception,
  receiverError,
  requireAddress,
  requireEvent,
  webhookFarms,
} from './webhook-flags.ts';
import { signingSecret } from './webhook-secrets.ts';

interface TriggerFlags {
  readonly url?: string;
  readonly webhook?: string;
  readonly secretFile?: string;
  readonly set?: readonly string[];
  readonly farm?: readonly string[];
  readonly print?: boolean;
}

const EXAMPLES = `
The event is the example of the reference (farmctl capabilities) with a new id. It is signed and
posted from this machine; the service, its webhooks and their logs are not involved.
Without --secret-file, it is signed with the secret of the profile, as used by webhook listen.
Exit status: 0 accepted, 5 rejected, 7 the receiver failed (500 or above), 8 no answer.

Examples:
  $ farmctl webhook trigger alert.critical --url http://127.0.0.1:3000/ --secret-file webhook.secret --set data.record.title='Barn 1 is hot'
  $ farmctl webhook trigger daily_log.created --webhook webhook_01K… --secret-file webhook.secret --print`;

export function addTrigger(parent: Command, context: CommandContext): void {
  const event = new Argument('<event>', 'one of the 17 events');
  event.argChoices = [...eventNames];
  parent
    .command('trigger')
    .addArgument(event)
    .description('Create a test event, sign it, and post it from this machine')
    .option('--url <address>', 'URL to post it to')
    .option('--webhook <webhook>', 'post it to the URL of this webhook')
    .option('--secret-file <file>', 'file with the signing secret, or - for standard input')
    .option('--set <path=value>', 'change a value of the event; repeatable', collectValue)
    .option(FARM_FLAG, 'let it tell of this farm', collectValue)
    .option('--print', 'print the signed request instead of posting it')
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
    throw usageError(message('fault.webhookSecretMissing'), {
      hint: message('hint.saveWebhookSecret'),
    });
  }
  const secret = await signingSecret(context, secretFile);
  const at = context.now.now();
  const [farmId, ...others] = await webhookFarms(context, flags.farm);
  if (others.length > 0) throw usageError(message('fault.eventOfOneFarm'));
  const id = createIdFactory(() => at, secureRandom).create('evt');
  // The event names have been validated.
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
    throw usageError(message('fault.triggerNeedsOneTarget'));
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
  const responseFields = ['status', 'failure', 'durationMs', 'response'];
  requireFields(context, ['event', 'id', 'host', ...responseFields]);
  // Loads the settings first: they determine the output format.
  await context.settings();
  const posted = await postEvent(request, context.io.interruption);
  const error = receiverError(event, posted);
  if (!error) {
    const millis = String(posted.durationMs);
    await context.report('note.eventPosted', { event, id, host: neutralise(host), millis });
  }
  await context.print({ kind: 'record', record: { event, id, host, ...posted } });
  if (error) throw error;
}

/** Unique properties of a test event. */
export interface EventIdentity {
  readonly id: string;
  readonly createdAt: string;
  /** Absent: the farm of the example. */
  readonly farmId?: string | undefined;
}

type Tree = Record<string, unknown>;

const SETTABLE: readonly string[] = ['id', 'orgId', 'farmId', 'createdAt', 'data'];

/**
 * The worked example of an event with the changes in `--set`, each `path=value` such as
 * `data.record.title=Hot`. Throws a usage error for a path that does not exist in the example.
 */
function buildEvent(
  event: EventName,
  identity: EventIdentity,
  settings: readonly string[],
): EventBody {
  const { id, createdAt, farmId } = identity;
  const example = structuredClone(exampleEvent(event));
  const body = { ...example, id, createdAt, ...(farmId === undefined ? {} : { farmId }) };
  const { record } = body.data;
  if (farmId !== undefined && isTree(record) && record['farmId'] !== null)
    record['farmId'] = farmId;
  for (const setting of settings) applySetting(body as unknown as Tree, event, setting);
  return body;
}

function applySetting(body: Tree, event: EventName, setting: string): void {
  const at = setting.indexOf('=');
  if (at < 1)
    throw usageError(message('fault.setNotPathValue', { setting: JSON.stringify(setting) }));
  const path = setting.slice(0, at).split('.');
  const text = setting.slice(at + 1);
  const [root = ''] = path;
  if (!SETTABLE.includes(root)) throw unknownPath(root, [], SETTABLE);
  const place = findPlace(body, event, path);
  const name = path.at(-1) ?? '';
  place.tree[name] = typedValue(text, place.tree[name], {
    field: place.field,
    place: `--set ${path.join('.')}`,
  });
}

interface Place {
  /** The object that contains the property. */
  readonly tree: Tree;
  readonly field: Field | undefined;
}

/** Finds the object that contains the property; any property may be added within a JSON field. */
function findPlace(body: Tree, event: EventName, path: readonly string[]): Place {
  let tree = body;
  let isFree = false;
  for (const [index, name] of path.slice(0, -1).entries()) {
    requireName(tree, path.slice(0, index), { name, isFree });
    isFree ||= fieldAt(event, path.slice(0, index + 1))?.type === 'json';
    const next = tree[name];
    if (!isTree(next) && !(isFree && (next === null || next === undefined))) {
      throw usageError(
        message('fault.setNotNested', { value: path.slice(0, index + 1).join('.') }),
      );
    }
    const child = isTree(next) ? next : {};
    tree[name] = child;
    tree = child;
  }
  const name = path.at(-1) ?? '';
  const isNew = path[1] === 'previous' && path.length === 3 && fieldAt(event, path) !== undefined;
  requireName(tree, path.slice(0, -1), { name, isFree: isFree || isNew });
  return { tree, field: isFree ? undefined : fieldAt(event, path) };
}

function requireName(
  tree: Tree,
  parentPath: readonly string[],
  { name, isFree }: { readonly name: string; readonly isFree: boolean },
): void {
  const isKnown = Object.hasOwn(tree, name);
  if (isKnown || (isFree && name !== '' && name !== '__proto__')) return;
  throw unknownPath(name, parentPath, Object.keys(tree));
}

/** The field of the resource for `data.record.<name>` or `data.previous.<name>`. */
function fieldAt(event: EventName, path: readonly string[]): Field | undefined {
  const [data, part = '', name = ''] = path;
  if (data !== 'data' || path.length !== 3 || !['record', 'previous'].includes(part))
    return undefined;
  const fields = eventSubject(event)?.fields ?? {};
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

function typedValue(
  text: string,
  before: unknown,
  { field, place }: { readonly field: Field | undefined; readonly place: string },
): unknown {
  if (field) return parseFieldValue(field, text, place);
  // Without a field definition, the value has the type of the example.
  if (typeof before === 'string') return text;
  try {
    return JSON.parse(text);
  } catch {
    if (before === null || before === undefined) return text;
    throw usageError(
      message('fault.valueNotJson', { place, value: JSON.stringify(before).slice(0, 80) }),
    );
  }
}

function unknownPath(name: string, parentPath: readonly string[], names: readonly string[]) {
  const path = [...parentPath, name].join('.');
  const suggestion = nearestWord(name, names);
  const suggestedPath =
    suggestion === undefined ? undefined : [...parentPath, suggestion].join('.');
  const text = message('fault.setUnknownPath', { path: JSON.stringify(path) });
  return usageError([text, ...didYouMean(suggestedPath)], {
    hint: message('hint.propertyNames', { names: names.join(', ') }),
  });
}

/** A signed delivery, ready to post. */
export interface SignedRequest {
  readonly method: 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The exact text that was signed. */
  readonly body: string;
}

/** The receiver's response. */
export interface PostedEvent extends Reception {
  readonly durationMs: number;
  /** The beginning of the response body. */
  readonly response: string | null;
}

const ATTEMPT_MILLIS = 15_000;
const MOST_KEPT = 4096;

/**
 * Posts a signed delivery once, like the service: with a 15-second timeout and without redirects.
 */
async function postEvent(
  { method, url, headers, body }: SignedRequest,
  signal: AbortSignal,
): Promise<PostedEvent> {
  const { origin, pathname, search } = new URL(url);
  const transport = createHttpTransport(origin, { timeoutMs: ATTEMPT_MILLIS });
  const startedAt = performance.now();
  const elapsedMillis = () => Math.round(performance.now() - startedAt);
  try {
    const answer = await transport.send({ method, path: pathname + search, headers, body, signal });
    const response = answer.body.slice(0, MOST_KEPT);
    return { status: answer.status, failure: null, durationMs: elapsedMillis(), response };
  } catch (error) {
    if (!(error instanceof ConnectionFailed)) throw error;
    return { status: null, failure: error.kind, durationMs: elapsedMillis(), response: null };
  } finally {
    await transport.close();
  }
}

function requestText({ method, url, headers, body }: SignedRequest): string {
  const { host, pathname, search } = new URL(url);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${pathname}${search} HTTP/1.1`, `host: ${host}`, ...lines, '', body]
    .map((line) => `${neutralise(line)}\n`)
    .join('');
}

function isTree(value: unknown): value is Tree {
  return isRecord(value);
}
