import { exampleId } from '../example-id.ts';
import type { OperationAnswer } from '../operation.ts';

const id = exampleId('evt');
const body = JSON.stringify({
  id,
  event: 'alert.critical',
  orgId: exampleId('org'),
  farmId: exampleId('farm'),
  createdAt: '2026-11-21T09:00:00.000Z',
  data: { record: { id: exampleId('alert'), severity: 'critical', title: 'Heat in barn 2' } },
});

/** What `GET /os/events/stream` answers with: messages, as long as somebody listens. */
export const eventStreamAnswer: OperationAnswer = {
  name: 'EventStream',
  mediaType: 'text/event-stream',
  description: 'Messages from now on, until one of both sides ends the connection.',
  schema: {
    type: 'string',
    description: [
      'Server-sent events. Of each event of the farm: `id`, its name as `event`, and as `data` the',
      'body that webhooks are sent, on one line. Besides: `ready` once nothing more is missed,',
      '`reset` when Last-Event-ID is not known any more and events were missed, `end` with a',
      '`reason` when the service ends the stream, and comments that keep the connection alive.',
    ].join(' '),
  },
  example: [
    'retry: 2000\nid: seq_1041\nevent: ready\ndata: {"heartbeatSeconds":15}\n\n',
    `id: ${id}\nevent: alert.critical\ndata: ${body}\n\n`,
    ': heartbeat\n\n',
  ].join(''),
};
