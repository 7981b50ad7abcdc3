import { scanDueFarms } from '../../../src/platform/alerts/farm-scans.ts';
import { runAutomationRound } from '../../../src/platform/automations/automation-triggers.ts';
import { CommandDispatcher } from '../../../src/platform/commands/send-command.ts';
import { pollFeeds } from '../../../src/platform/integrations/poll-feeds.ts';
import { resolveSecret } from '../../../src/platform/integrations/secret-references.ts';
import { sweepExpired } from '../../../src/platform/records/sweep-expired.ts';
import { Dispatcher } from '../../../src/platform/webhooks/dispatcher.ts';
import type { WebhookSettings } from '../../../src/platform/webhooks/webhook-secrets.ts';
import type { TestService } from '../service.ts';

/** A scheduled job of a server. */
export type Round = 'poll' | 'brain' | 'automations' | 'expiry';

/** The automatic jobs of a server, run on demand by a test. */
export interface Rounds {
  /** Runs one job at the current time of the clock. */
  go(round: Round): Promise<void>;
  /** Sends approved commands and waits for their responses. */
  sendCommands(): Promise<void>;
  /** Delivers due webhooks. */
  deliver(): Promise<void>;
  close(): Promise<void>;
}

/** Sets up the jobs of a service, with separate outbound connections. */
export function roundsOf({ service }: TestService, { secrets }: WebhookSettings): Rounds {
  const { runtime, connections } = service;
  const { client } = connections;
  const fail = (...expected: unknown[]) => {
    throw expected.findLast((one) => one instanceof Error) ?? new Error(String(expected));
  };
  const { signal } = new AbortController();
  const commands = new CommandDispatcher({
    runtime,
    client,
    findSecret: (reference, target) =>
      resolveSecret(reference, { places: connections.secrets, ...target }),
    onError: fail,
  });
  const webhooks = new Dispatcher({ runtime, client, secrets, random: () => 0.5, onError: fail });
  const going: Readonly<Record<Round, () => Promise<unknown>>> = {
    poll: () => pollFeeds({ runtime, connections, signal, onFailure: fail }),
    brain: () => scanDueFarms(runtime, { monotonicMillis: () => 0, onFailure: fail }),
    automations: () => runAutomationRound(runtime, { onFailure: fail }),
    expiry: () => sweepExpired(runtime, { onFailure: fail }),
  };
  const settle = async (dispatcher: CommandDispatcher | Dispatcher) => {
    dispatcher.wake();
    await dispatcher.settled();
  };
  return {
    async go(round) {
      await going[round]();
    },
    sendCommands: () => settle(commands),
    deliver: () => settle(webhooks),
    async close() {
      await commands.stop();
      await webhooks.stop();
    },
  };
}
