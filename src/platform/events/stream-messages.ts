import { limits } from '../../model/limits.ts';
import type { OutboxEvent } from '../../storage/system/outbox.ts';

/** Why a stream is ended by the service. */
export type StreamEnd = 'shutting_down' | 'key_changed';

const SECOND = 1000;

/** Something that keeps a quiet connection alive; clients do not see it. */
export const heartbeatMessage = ': heartbeat\n\n';

/** An event of the outbox: the body is the text that webhooks are sent. */
export function eventMessage({ id, event, body }: Pick<OutboxEvent, 'id' | 'event' | 'body'>) {
  // A body is JSON on one line: line breaks stand as escapes in it.
  return `id: ${id}\nevent: ${event}\ndata: ${body}\n\n`;
}

/** The stream is open: nothing behind this place will be missed. */
export function readyMessage(place: string): string {
  const data = JSON.stringify({ heartbeatSeconds: limits.eventStreamHeartbeatMillis / SECOND });
  return `retry: ${limits.eventStreamRetryMillis}\nid: ${place}\nevent: ready\ndata: ${data}\n\n`;
}

/** Where the stream was to go on is not known any more: it goes on from now, and some were missed. */
export function resetMessage(): string {
  return `event: reset\ndata: ${JSON.stringify({ reason: 'unknown_event_id' })}\n\n`;
}

/** The service ends the stream. */
export function endMessage(reason: StreamEnd): string {
  return `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;
}
