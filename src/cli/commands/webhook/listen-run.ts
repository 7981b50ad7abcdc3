import { eventNames } from '../../../model/events.ts';
import type { CommandContext } from '../../context.ts';
import { usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import { type FollowedEvent, followStream } from '../events/follow-stream.ts';
import { requireLineFormat } from '../events/require-line-format.ts';
import { parseEvents } from './events-flag.ts';
import { createForwarder, type Forwarder } from './listen-forward.ts';
import { showAttempt } from './listen-text.ts';
import { requireAddress } from './require-address.ts';
import { signingSecret } from './signing-secret.ts';
import { webhookFarms } from './webhook-farms.ts';

/** Flags of `webhook listen`. */
export interface ListenFlags {
  readonly forwardTo?: string;
  readonly events?: readonly string[];
  readonly farm?: readonly string[];
  readonly secretFile?: string;
  readonly printSecret?: boolean;
}

/** `webhook listen`: posts the events of the server to an address, until it is interrupted. */
export async function runListen(context: CommandContext, flags: ListenFlags): Promise<void> {
  const named = flags.events && parseEvents(flags.events);
  const url = flags.printSecret ? undefined : findAddress(flags.forwardTo);
  // Settings first: a format may stand there.
  await context.settings();
  if (url !== undefined) requireLineFormat(await context.format());
  const secret = await signingSecret(context, flags.secretFile);
  if (url === undefined) {
    await context.print({ kind: 'reading', data: secret, render: () => `${secret}\n` });
    return;
  }
  const events = named?.includes('*') ? undefined : named;
  const { server } = await context.client();
  const stream = followStream(context, {
    events,
    farmIds: await webhookFarms(context, flags.farm),
    onReady: () => context.note(readyText({ server, url, events })),
  });
  const forwarder = createForwarder({
    url,
    secret,
    userAgent: context.program,
    clock: context.now,
    signal: context.io.interruption,
    onAttempt: (attempt) => showAttempt(context, attempt),
  });
  try {
    await forwardAll(stream, forwarder);
  } finally {
    const left = await forwarder.close();
    if (left > 0) await context.note(`${left} on their way were not taken yet; they are lost here`);
  }
}

/** Ends when the stream does, or when an attempt cannot be shown any more. */
async function forwardAll(
  stream: AsyncGenerator<FollowedEvent>,
  forwarder: Forwarder,
): Promise<void> {
  for (;;) {
    const next = await Promise.race([stream.next(), forwarder.failed]);
    if (next.done) return;
    await forwarder.take(next.value);
  }
}

function findAddress(forwardTo: string | undefined): string {
  if (forwardTo === undefined) {
    throw usageError('--forward-to is missing: the address that events are posted to', {
      hint: 'Such as --forward-to http://127.0.0.1:3000/hooks/farm',
    });
  }
  return requireAddress(forwardTo, '--forward-to');
}

function readyText(about: {
  readonly server: string;
  readonly url: string;
  readonly events: readonly string[] | undefined;
}): string {
  const { server, url, events } = about;
  const what = events ? events.join(', ') : `all ${eventNames.length} events`;
  const { host } = new URL(url);
  return `Ready: ${what} of ${neutralise(server)} are forwarded to ${neutralise(host)}`;
}
