import { limits } from '../../model/core/limits.ts';
import type { Clock } from '../../tools/clock.ts';
import { type CircuitBreaker, createCircuitBreaker } from '../../tools/retry.ts';
import { trimEndOf } from '../../tools/text.ts';
import { type ChatModel, isOfEndpoint, ModelFailed, type ModelFailure } from './chat-model.ts';
import { type OutboundPolicy, operatorTarget } from './check-target.ts';

/** A conversation with a model; the signal aborts it. */
export type Talk<T> = (model: ChatModel, signal: AbortSignal) => Promise<T>;

/** Counts the questions of a key to a model. */
export interface ModelQuota {
  /**
   * Reserves one of `most` questions; undefined when the quota is used up, else a function to
   * release the reservation.
   */
  reserve(tokens: number): Promise<(() => Promise<void>) | undefined>;
}

/** The language model of a service, with the limits on its use. */
export interface ModelGateway {
  /** Model name, as configured by the operator. */
  readonly name: string;
  /**
   * Runs a conversation and counts it in the quota of its key; one that did not reach the model
   * does not count. Throws `ModelFailed` when it is not allowed or fails.
   */
  talk<T>(quota: ModelQuota, talk: Talk<T>): Promise<T>;
  /** Reports to the operator why the model did not answer a question. */
  report(failed: ModelFailed): void;
}

export interface ModelGatewayOptions {
  readonly name: string;
  readonly model: ChatModel;
  readonly clock: Clock;
  /** Questions per key and day. */
  readonly daily: number;
  /** Milliseconds for all rounds of a question. */
  readonly totalMillis?: number;
  readonly onFailure: (failed: ModelFailed) => void;
  /** Called for every successful conversation. */
  readonly onAnswer?: () => void;
}

/** Creates a gateway; concurrent conversations are counted per process. */
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
        const reply = await withinTime(totalMillis, (signal) => talk(model, signal));
        breaker.succeed();
        onAnswer?.();
        return reply;
      } catch (error) {
        notifyBreaker(breaker, error);
        // Internal errors release the reservation, as if the model was not called.
        if (!(error instanceof ModelFailed)) await release();
        throw error;
      } finally {
        underWay--;
      }
    },
  };
}

/**
 * Reports to the breaker what a failure reveals about the endpoint; internal errors reveal nothing.
 */
function notifyBreaker(breaker: CircuitBreaker, error: unknown): void {
  if (!(error instanceof ModelFailed)) breaker.leave();
  else if (isOfEndpoint(error)) breaker.fail();
  else breaker.succeed();
}

/** Failures before the model was called. */
const NOT_ASKED: readonly ModelFailure[] = ['paused', 'busy', 'daily_cap'];

/** Whether the model was called before the failure. */
export function wasAsked({ failure }: ModelFailed): boolean {
  return !NOT_ASKED.includes(failure);
}

/** Applies one time limit to all rounds; work that ignores the signal is abandoned. */
async function withinTime<T>(
  millis: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new ModelFailed('timeout'));
      controller.abort();
    }, millis);
  });
  try {
    return await Promise.race([work(controller.signal), timeout]);
  } finally {
    clearTimeout(timer);
    controller.abort();
  }
}

/** The configured language model. */
export interface ModelSettings {
  /** Base URL of its API: `https://api.openai.com/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; a self-hosted model may need none. */
  readonly key?: string;
  /** Question quota per key and day. */
  readonly daily?: number;
  /** Hosts allowed by the operator, which may be called without TLS. */
  readonly allowedHosts?: readonly string[];
  /** Time limit for all rounds of a question, milliseconds. */
  readonly totalMillis?: number;
  /** Whether every uploaded image is analysed automatically. */
  readonly analyzesImages?: boolean;
}

/** The URL of the model and the policy for calling it. */
export interface ModelTarget {
  readonly url: string;
  /** Host and port, for display. */
  readonly host: string;
  readonly policy: OutboundPolicy;
}

const ENDPOINT = '/chat/completions';

/**
 * The URL of the model, and a policy that allows nothing else: with HTTPS its host at any address;
 * with HTTP this machine only, or a host that the operator has also allowed. Throws a plain error
 * that does not repeat possible secrets.
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
