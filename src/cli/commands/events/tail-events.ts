import type { Command } from 'commander';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { eventsOption, parseEvents } from '../webhook/events-flag.ts';
import { eventTitle } from './event-text.ts';
import { createFarmNames, type FarmNames } from './farm-names.ts';
import { type FollowedEvent, followStream } from './follow-stream.ts';
import { requireLineFormat } from './require-line-format.ts';

interface TailFlags {
  readonly events?: readonly string[];
  readonly since?: string;
  readonly count?: number;
}

const EXAMPLES = `
Prints a line for each event as it happens, until it is interrupted. A connection that is cut is
opened again behind the last event; with -o jsonl the line is the body that webhooks are sent.

Examples:
  $ farmctl events tail --events alert.critical,field_report.question
  $ farmctl events tail -o jsonl > events.jsonl
  $ farmctl events tail --since evt_01K… --count 10`;

/** Adds `events tail`. */
export function addEventsTail(parent: Command, context: CommandContext): void {
  parent
    .command('tail')
    .description('Show events of the farm as they happen')
    .addOption(eventsOption('only these events; may be given again'))
    .option('--since <id>', 'begin behind this event, which the server still keeps', parseId)
    .option('--count <number>', 'end after so many', parseCount)
    .addHelpText('after', EXAMPLES)
    .action((flags: TailFlags) => runTail(context, flags));
}

const EVENT_ID = /^[\w-]{1,100}$/;

function parseId(text: string): string {
  if (EVENT_ID.test(text)) return text;
  throw usageError(`--since must be the id of an event, not ${JSON.stringify(text)}`);
}

function parseCount(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw usageError(`--count must be a whole number above 0, not ${JSON.stringify(text)}`);
}

async function runTail(
  context: CommandContext,
  { events, since, count = Number.POSITIVE_INFINITY }: TailFlags,
): Promise<void> {
  const named = events && parseEvents(events);
  await context.settings();
  requireLineFormat(await context.format());
  const client = await context.client();
  const names = createFarmNames(client);
  const stream = followStream(context, {
    events: named?.includes('*') ? undefined : named,
    farmIds: await context.farms(),
    since,
    onReady: () => context.note(`listening to ${neutralise(client.server)}`),
  });
  let shown = 0;
  for await (const event of stream) {
    await show(context, event, names);
    shown += 1;
    if (shown >= count) return;
  }
}

async function show(context: CommandContext, event: FollowedEvent, names: FarmNames) {
  const { content } = event;
  const farm = neutralise(await names.nameOf(content.farmId));
  await context.print({
    kind: 'reading',
    data: content,
    render: ({ paint }) => {
      const about = [farm, paint.bold(event.event), eventTitle(content)];
      const parts = [paint.dim(content.createdAt), ...about];
      return `${parts.filter((part) => part !== '').join('  ')}\n`;
    },
  });
}
