import { eventStreamAnswer } from './answers/event-stream.ts';
import { eventNames } from './events.ts';
import { exampleId } from './example-id.ts';
import { list, text } from './fields.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';

/** The route of the application that tells of events as they happen. */
export const eventStreamRoutes = [
  {
    kind: 'route',
    operationId: 'streamEvents',
    method: 'GET',
    path: '/os/events/stream',
    scope: 'read:any',
    tag: 'Live events',
    summary: 'Listen to events as they happen',
    description:
      'The events of the farms and modules that the key may read, in the order of the outbox, each ' +
      'once per connection. A client that was cut off sends the `id` of the last message as ' +
      `\`Last-Event-ID\` and is told what it missed, up to ${limits.eventDays} days back. A client ` +
      'that reads nothing for half a minute is cut off. When the key is revoked, or what it may ' +
      `do changes, its streams end. A key may have ${limits.eventStreamsPerKey} open.`,
    query: {
      farmId: text(80, { note: 'Only events of this farm' }),
      events: list(eventNames.length, 80, { words: eventNames, note: 'Only these events' }),
    },
    headers: {
      'Last-Event-ID': {
        description: 'The id of the last message; the stream goes on behind it.',
        example: exampleId('evt'),
      },
    },
    exampleQuery: { events: ['alert.critical', 'task.created'] },
    answer: eventStreamAnswer,
  },
] as const satisfies readonly RouteOperation[];
