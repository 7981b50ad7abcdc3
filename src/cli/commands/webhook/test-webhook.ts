import type { Command } from 'commander';
import { wait } from '../../../client/wait.ts';
import { parseDuration } from '../../config/duration.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import { attemptsOf, deliveryReading } from './delivery-text.ts';
import { WEBHOOK_ARGUMENT } from './read-webhooks.ts';
import { receiverError } from './receiver-error.ts';
import { resolveWebhook } from './resolve-webhook.ts';
import { deliveryPath, sendCall, webhookPath } from './send-call.ts';

interface TestFlags {
  readonly wait: string;
}

const LOOK_MILLIS = 250;

const EXAMPLES = `
Ends with 0 when the receiver took it, 5 when it refused, 7 when it failed with 500 or above, 8 when
it did not answer, and 9 when that is not known yet. A test counts among the failures in a row.

Examples:
  $ farmctl webhook test webhook_01K…
  $ farmctl webhook test brain.example.com --wait 5s --fields state,attempts`;

/** Adds `webhook test <webhook>`. */
export function addTest(parent: Command, context: CommandContext): void {
  parent
    .command(`test ${WEBHOOK_ARGUMENT}`)
    .description('Send an event that tells of nothing, and show how it went')
    .option('--wait <duration>', 'how long to wait for the answer of the receiver', '20s')
    .addHelpText('after', EXAMPLES)
    .action((typed: string, flags: TestFlags) => runTest(context, typed, flags));
}

async function runTest(context: CommandContext, typed: string, flags: TestFlags): Promise<void> {
  const waitMillis = parseDuration(flags.wait);
  if (waitMillis === undefined) throw usageError('--wait must be a time such as 5s or 1m');
  const path = webhookPath(await resolveWebhook(context, typed), '/test');
  const sent = await sendCall(context, { method: 'POST', path });
  const id = String(sent['id']);
  const delivery = await waitForAttempt(context, id, waitMillis);
  const last = attemptsOf(delivery).at(-1);
  if (last === undefined) {
    await context.print(deliveryReading(delivery));
    throw new CliError('partlyDone', `the test was sent, but not tried within ${flags.wait}`, {
      hint: `See how it goes: farmctl webhook deliveries get ${neutralise(id)}`,
    });
  }
  const { durationMs } = last;
  const error = receiverError(String(delivery['event']), receptionOf(last));
  if (!error) await context.note(`the receiver took the test in ${durationMs} ms`);
  await context.print(deliveryReading(delivery));
  if (error) throw error;
}

function receptionOf({ status, failure }: Values) {
  return {
    status: typeof status === 'number' ? status : null,
    failure: typeof failure === 'string' ? failure : null,
  };
}

/** The delivery once it was tried, or as it is when the time is up. */
async function waitForAttempt(
  context: CommandContext,
  id: string,
  waitMillis: number,
): Promise<Values> {
  const until = performance.now() + waitMillis;
  for (;;) {
    const delivery = await sendCall(context, { method: 'GET', path: deliveryPath(id) });
    const rest = until - performance.now();
    if (attemptsOf(delivery).length > 0 || rest <= 0) return delivery;
    await wait(Math.min(LOOK_MILLIS, rest), context.io.interruption);
  }
}
