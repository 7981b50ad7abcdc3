import type { SecretTarget } from '../../model/secret-binding.ts';
import { version } from '../../model/version.ts';
import type { Clock } from '../../tools/clock.ts';
import { targetOf } from '../outbound/check-target.ts';
import { type OutboundClient, OutboundFailed } from '../outbound/outbound-client.ts';
import type { ClaimedCommand } from './claim-command.ts';
import { type CommandOutcome, readControllerAnswer } from './read-controller-answer.ts';
import { signCommand } from './sign-command.ts';

/** Finds the secret that a reference of an integration names, for where it is sent; throws why it cannot. */
export type FindSecret = (reference: string, target: SecretTarget) => Promise<string>;

/** What a command is sent with. */
export interface CommandTools {
  readonly client: OutboundClient;
  readonly clock: Clock;
  readonly findSecret: FindSecret;
  readonly signal: AbortSignal;
}

const ATTEMPT_MILLIS = 10_000;
const MOST_READ_BYTES = 16 * 1024;
/** Of these nothing can have been sent yet. */
const UNREACHED: readonly string[] = ['dns', 'connect', 'tls'];

/** Posts a command to its controller once; whatever happens is an outcome. */
export async function sendCommand(
  claimed: ClaimedCommand,
  tools: CommandTools,
): Promise<CommandOutcome> {
  const { controller, body, messageId } = claimed;
  let headers: Readonly<Record<string, string>>;
  try {
    const secret = claimed.ownSecret ?? (await secretOf(claimed, tools.findSecret));
    headers = signCommand({ id: messageId, body, at: tools.clock.now() }, secret);
  } catch (error) {
    return { kind: 'unsent', error: messageOf(error) };
  }
  try {
    const answer = await tools.client.send({
      method: 'POST',
      url: controller.endpoint,
      headers: {
        'content-type': 'application/json',
        'user-agent': `farmctl/${version}`,
        'idempotency-key': messageId,
        ...headers,
      },
      body,
      timeoutMs: ATTEMPT_MILLIS,
      maxBytes: MOST_READ_BYTES,
      signal: tools.signal,
    });
    return readControllerAnswer(answer);
  } catch (error) {
    return unanswered(error);
  }
}

function secretOf({ controller }: ClaimedCommand, findSecret: FindSecret): Promise<string> {
  return findSecret(controller.authRef ?? '', targetOf(new URL(controller.endpoint)));
}

function unanswered(error: unknown): CommandOutcome {
  const why = messageOf(error);
  if (!(error instanceof OutboundFailed)) return { kind: 'unknown', error: unknownText(why) };
  if (error.failure === 'blocked') return { kind: 'unsent', error: why };
  if (UNREACHED.includes(error.failure)) return { kind: 'unreached', error: why };
  return { kind: 'unknown', error: unknownText(why) };
}

function unknownText(why: string): string {
  return `Unknown outcome: ${why} See what the controller did before it is tried again.`;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
