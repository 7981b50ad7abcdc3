import { limits } from '../../model/core/limits.ts';
import type { Clock } from '../../tools/clock.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../tools/retry.ts';
import { trimEndOf } from '../../tools/text.ts';
import { type ChatModel, isOfEndpoint, ModelFailed, type ModelFailure } from './chat-model.ts';
import { type OutboundPolicy, operatorTarget } from './check-target.ts';

/** What is talked over with a model, until the signal ends it. */
export type Talk<T> = (model: ChatModel, signal: AbortSignal) => Promise<T>;

/** Counts the questions that a key puts to a model. */
export interface ModelQuota {
  /** Counts one more of `most`; undefined where there are as many already, else how to take it back. */
  reserve(most: number): Promise<(() => Promise<void>) | undefined>;
}

/** The language model of a service, with all that keeps questions to it within bounds. */
export interface ModelGateway {
  /** As the one who runs it calls the model. */
  readonly name: string;
  /**
   * Has a question talked over and counted in the quota of its key; one that was not put to the
   * model does not count. Throws `ModelFailed` where it may not be asked or the talk fails.
   */
  talk<T>(quota: ModelQuota, talk: Talk<T>): Promise<T>;
  /** Tells the operator why a question was not answered by the model. */
  report(failed: ModelFailed): void;
}

/** What a desk is made of. */
export interface ModelGatewayOptions {
  readonly name: string;
  readonly model: ChatModel;
  readonly clock: Clock;
  /** Questions of one key and day. */
  readonly daily: number;
  /** Milliseconds for all rounds of a question. */
  readonly totalMillis?: number;
  readonly onFailure: (failed: ModelFailed) => void;
  /** Told of every talk that succeeded. */
  readonly onAnswer?: () => void;
}

/** Opens a desk; what is under way is counted for this process. */
export function createModelGateway(options: ModelGatewayOptions): ModelGateway {
  const {
    name,
    model,
    clock,
    daily,
    onFailure,
    onAnswer,
    totalMillis = limits.modelMillis,
  } = options;
  const { modelFailures: failures, modelPauseMillis: pauseMillis } = limits;
  const breaker = createCircuitBreaker({ clock, failures, pauseMillis });
  let underWay = 0;
  const findRefusal = (): ModelFailure | undefined => {
    if (underWay >= limits.modelCallsUnderWay) return 'busy';
    return breaker.tryEnter() ? undefined : 'paused';
  };
  return {
    name,
    report: onFailure,
    async talk(quota, talk) {
      const release = await quota.reserve(daily);
      if (!release) throw new ModelFailed('daily_cap');
      const refusal = findRefusal();
      if (refusal) {
        await release();
        throw new ModelFailed(refusal);
      }
      underWay++;
      try {
        const told = await withinTime(totalMillis, (signal) => talk(model, signal));
        breaker.succeed();
        onAnswer?.();
        return told;
      } catch (error) {
        notifyBreaker(breaker, error);
        // An error of our own leaves nothing that says the model was asked.
        if (!(error instanceof ModelFailed)) await release();
        throw error;
      } finally {
        underWay--;
      }
    },
  };
}

/** What a failure says of the one that was called; an error of our own says nothing. */
function notifyBreaker(breaker: CircuitBreaker, error: unknown): void {
  if (!(error instanceof ModelFailed)) breaker.leave();
  else if (isOfEndpoint(error)) breaker.fail();
  else breaker.succeed();
}

/** Failures without the model having been asked. */
const NOT_ASKED: readonly ModelFailure[] = ['paused', 'busy', 'daily_cap'];

/** Whether the model was asked at all before it failed. */
export function wasAsked({ failure }: ModelFailed): boolean {
  return !NOT_ASKED.includes(failure);
}

/** One signal for all rounds; what does not hear it is left behind. */
async function withinTime<T>(
  millis: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ModelFailed('timeout'));
      controller.abort();
    }, millis);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** The language model that an operator has chosen. */
export interface ModelSettings {
  /** Where its API begins: `https://api.openai.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; a model of one's own may need none. */
  readonly key?: string;
  /** Questions of one key and day that may be put to it. */
  readonly daily?: number;
  /** Hosts that the operator has named, which may be called without TLS. */
  readonly allowedHosts?: readonly string[];
  /** How long all rounds of a question may take, milliseconds. */
  readonly totalMillis?: number;
  /** Whether it is shown every image that is uploaded, without being asked to. */
  readonly analyzesImages?: boolean;
}

/** Where the model is called, and under which policy. */
export interface ModelTarget {
  readonly url: string;
  /** Host and port, as people are told of it. */
  readonly host: string;
  readonly policy: OutboundPolicy;
}

const ENDPOINT = '/chat/completions';

/**
 * The address of the model, and a policy under which nothing else is called: with https its host,
 * wherever that is; with http this machine only, or a host that the operator has named besides.
 * Throws a plain error that does not repeat what may hold a secret.
 */
export function modelTarget({
  url: text,
  allowedHosts = [],
}: Pick<ModelSettings, 'url' | 'allowedHosts'>): ModelTarget {
  const { url, allowedHosts: named } = operatorTarget(text, {
    setting: 'FARMCTL_MODEL_URL',
    form: 'https://…/v1',
    allowedHosts,
  });
  const policy = { allowedHosts: named, allowLoopback: false };
  const path = trimEndOf(url.pathname, '/');
  if (!path.endsWith(ENDPOINT)) url.pathname = `${path}${ENDPOINT}`;
  return { url: url.href, host: url.host, policy };
}
