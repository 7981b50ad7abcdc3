import type { Command } from 'commander';
import type { FarmClient } from '../../../client/client.ts';
import type { StreamedEvent, StreamState } from '../../../client/streams.ts';
import { renderStored, type Translator } from '../../../i18n/render-message.ts';
import { FarmError } from '../../../model/core/errors.ts';
import { isMessage, message } from '../../../model/core/message.ts';
import { usageError } from '../../core/errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { OutputFormat } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireFields } from '../../session/requested-fields.ts';
import { eventsOption, parseEvents } from './webhook-flags.ts';

interface TailFlags {
  readonly events?: readonly string[];
  readonly since?: string;
  readonly count?: number;
}

const EXAMPLES = `
Prints one line per event until interrupted. A lost connection is resumed after the last event. With
-o jsonl, each line is the body of a webhook delivery. Only table and jsonl are supported.

Examples:
  $ farmctl events tail --events alert.critical,field_report.question
  $ farmctl events tail -o jsonl > events.jsonl
  $ farmctl events tail --since evt_01K… --count 10`;

export function addEventsTail(parent: Command, context: CommandContext): void {
  parent
    .command('tail')
    .description('Show the events of the farm in real time')
    .addOption(eventsOption('only these events; repeatable'))
    .option('--since <id>', 'start after this event, if the server still has it', parseId)
    .option('--count <number>', 'exit after this number of events', parseCount)
    .addHelpText('after', EXAMPLES)
    .action((flags: TailFlags) => runTail(context, flags));
}

const EVENT_ID = /^[\w-]{1,100}$/;

function parseId(text: string): string {
  if (EVENT_ID.test(text)) return text;
  throw usageError(message('fault.sinceInvalid', { text: JSON.stringify(text) }));
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw usageError(message('fault.eventCountInvalid', { text: JSON.stringify(text) }));
}

const EVENT_FIELDS = ['id', 'event', 'createdAt', 'orgId', 'farmId', 'data'];

async function runTail(
  context: CommandContext,
  { events, since, count = Number.POSITIVE_INFINITY }: TailFlags,
): Promise<void> {
  const eventNames = events && parseEvents(events);
  requireFields(context, EVENT_FIELDS);
  await context.settings();
  requireLineFormat(await context.format());
  const client = await context.client();
  const names = createFarmNames(client);
  const stream = followStream(context, {
    events: eventNames?.includes('*') ? undefined : eventNames,
    farmIds: await context.farms(),
    since,
    onReady: () => context.report('note.listening', { server: neutralise(client.server) }),
  });
  let printedCount = 0;
  for await (const event of stream) {
    await printEvent(context, event, names);
    printedCount += 1;
    if (printedCount >= count) return;
  }
}

async function printEvent(context: CommandContext, event: FollowedEvent, names: FarmNames) {
  const { content } = event;
  if (context.flags().fields !== undefined) {
    const columns = EVENT_FIELDS.map((name) => ({ name }));
    return context.print({ kind: 'rows', columns, rows: [{ ...content }], isLine: true });
  }
  const farm = neutralise(await names.nameOf(content.farmId));
  const title = eventTitle(content, await context.translator());
  await context.print({
    kind: 'reading',
    data: content,
    render: ({ paint }) => {
      const lineParts = [farm, paint.bold(event.event), title];
      const parts = [paint.dim(content.createdAt), ...lineParts];
      return `${parts.filter((part) => part !== '').join('  ')}\n`;
    },
  });
}

/** Fields that summarise a row, best first. */
const TITLES = ['title', 'name', 'code', 'text', 'summary', 'description', 'date', 'id'] as const;
const LONGEST_TITLE = 120;

/** A short, neutralised summary of an event; a rule's alert is localised. */
export function eventTitle({ data }: EventContent, translator: Translator): string {
  const subject = Object.values(data).find((value) => typeof value === 'object' && value !== null);
  const row = (subject ?? {}) as Readonly<Record<string, unknown>>;
  const title = TITLES.map((name) => row[name]).find(
    (value): value is string => typeof value === 'string' && value.trim() !== '',
  );
  const stored = Object(Object(row['source']).words).title as unknown;
  const otherwise = title ?? '';
  const isOwn = otherwise === row['title'] && isMessage(stored);
  const text = neutralise(isOwn ? renderStored(translator, { stored, otherwise }) : otherwise);
  return text.length > LONGEST_TITLE ? `${text.slice(0, LONGEST_TITLE)}…` : text;
}

/** Farm names by ID. */
export interface FarmNames {
  /** The name; the ID of a farm that the key cannot access. */
  nameOf(farmId: string | null): Promise<string>;
}

/** Names of the farms that a key can access; requested when an unknown one is needed. */
export function createFarmNames(client: FarmClient): FarmNames {
  const names = new Map<string, string>();
  return {
    async nameOf(farmId) {
      if (farmId === null) return '';
      if (!names.has(farmId)) await learn(client, names);
      const name = names.get(farmId) ?? farmId;
      // Cached: the farm of an event may be inaccessible, and would be requested again.
      names.set(farmId, name);
      return name;
    },
  };
}

async function learn(client: FarmClient, names: Map<string, string>): Promise<void> {
  const { farms } = (await client.me()) as { readonly farms?: unknown };
  if (!Array.isArray(farms)) return;
  for (const farm of farms as readonly { readonly id?: unknown; readonly name?: unknown }[]) {
    names.set(String(farm.id), String(farm.name));
  }
}

/** An event of the stream, with its body parsed. */
export interface FollowedEvent extends StreamedEvent {
  readonly content: EventContent;
}

/** The body of an event. */
export interface EventContent {
  readonly farmId: string | null;
  readonly createdAt: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FollowOptions {
  /** Names of events; absent: all. */
  readonly events: readonly string[] | undefined;
  /** IDs of farms; empty: all that the key can access. */
  readonly farmIds: readonly string[];
  /** ID of the event to continue after; absent: only new events. */
  readonly since?: string | undefined;
  /** Called when the stream is first opened. */
  readonly onReady: () => Promise<void>;
}

/** The server's events as they occur; connection changes are reported on stderr. */
export async function* followStream(
  context: CommandContext,
  { events, farmIds, since, onReady }: FollowOptions,
): AsyncGenerator<FollowedEvent> {
  const client = await context.client();
  const [farmId, ...others] = farmIds;
  const isOne = others.length === 0;
  const stream = client.events({
    events,
    since,
    // The server filters by one farm; several are filtered here.
    farmId: isOne ? farmId : undefined,
    onState: createStateReporter(context, onReady),
  });
  try {
    for await (const event of stream) {
      const content = JSON.parse(event.body) as EventContent;
      if (isOne || farmIds.includes(content.farmId ?? '')) yield { ...event, content };
    }
  } catch (error) {
    throw explained(error);
  }
}

function createStateReporter({ report }: CommandContext, onReady: () => Promise<void>) {
  let isCut = false;
  return async (state: StreamState) => {
    if (state.kind === 'missed') {
      await report('note.eventsMissed');
    } else if (state.kind === 'cut') {
      // Reported once: further attempts fail for the same reason.
      if (!isCut) await report('note.streamCut', { reason: neutralise(state.reason) });
      isCut = true;
    } else if (state.isAgain) {
      isCut = false;
      await report('note.connectedAgain');
    } else {
      await onReady();
    }
  };
}

function explained(error: unknown): unknown {
  if (!(error instanceof FarmError) || error.code !== 'no_streams') return error;
  return usageError(message('fault.eventsNeedServer'), {
    hint: message('hint.startServerForEvents'),
  });
}

/**
 * Throws a usage error for a format that is a single document, which an endless stream cannot be.
 */
export function requireLineFormat(format: OutputFormat | undefined): void {
  if (format === undefined || format === 'table' || format === 'jsonl') return;
  throw usageError(message('fault.eventsFormat', { format }), {
    hint: message('hint.useJsonLines'),
  });
}
