import type { Query } from '../../../client/client.ts';
import type { CommandContext } from '../../context.ts';
import type { Values } from '../../output/output.ts';
import { expectObject } from '../keys/expect-object.ts';

/** A call about webhooks. */
export interface WebhookCall {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** From the root of the API. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: Values;
}

/** The answer of a call as an object; throws when the server answers with anything else. */
export async function sendCall(
  context: CommandContext,
  { method, path, query = {}, body }: WebhookCall,
): Promise<Values> {
  const client = await context.client();
  const { data } = await client.request({ method, path, query, ...(body ? { body } : {}) });
  return expectObject(data, { method, path, server: client.server });
}

/** The path of one webhook, or of what is below it. */
export function webhookPath(id: string, below = ''): string {
  return `/os/webhooks/${encodeURIComponent(id)}${below}`;
}

/** The path of one delivery, or of what is below it. */
export function deliveryPath(id: string, below = ''): string {
  return `/os/webhooks/deliveries/${encodeURIComponent(id)}${below}`;
}
