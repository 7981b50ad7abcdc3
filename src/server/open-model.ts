import type { Logger } from 'pino';
import { limits } from '../model/limits.ts';
import { createChatModel } from '../platform/ask/model/chat-model.ts';
import { createModelDesk, type ModelDesk } from '../platform/ask/model/model-desk.ts';
import { type ModelSettings, modelTarget } from '../platform/ask/model/model-settings.ts';
import { createOutboundClient } from '../platform/outbound/outbound-client.ts';
import type { Clock } from '../tools/clock.ts';

/** A model that can be asked, with the connections to it. */
export interface OpenModel {
  readonly desk: ModelDesk;
  close(): Promise<void>;
}

/** Makes the model of an operator ready; throws a plain error when it must not be called. */
export function openModel(
  settings: ModelSettings,
  { clock, log }: { readonly clock: Clock; readonly log: Logger },
): OpenModel {
  const { model: name, key, daily = limits.modelQuestionsPerDay, totalMillis } = settings;
  const { url, host, policy } = modelTarget(settings);
  const client = createOutboundClient(policy);
  const desk = createModelDesk({
    name,
    model: createChatModel({ client, url, model: name, key }),
    clock,
    daily,
    ...(totalMillis === undefined ? {} : { totalMillis }),
    onFailure: ({ failure, message }) => {
      // What was asked and told is nobody's business here.
      log.warn({ host, model: name, failure, reason: message }, 'a model gave no answer');
    },
  });
  return { desk, close: () => client.close() };
}
