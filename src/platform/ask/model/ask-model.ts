import type { Manner } from '../../../ask/grammar/manner-of.ts';
import type { Understanding } from '../../../ask/grammar/understanding.ts';
import { loadLexicon } from '../../../ask/lexicon/load-lexicon.ts';
import { limits } from '../../../model/limits.ts';
import { findKeptAnswer } from '../../../storage/system/idempotency.ts';
import { formatInstant, startOfDay } from '../../../tools/calendar.ts';
import type { Call } from '../../requests/call.ts';
import type { Runtime } from '../../runtime.ts';
import type { AskAnswer } from '../ask-answer.ts';
import type { AskedFarmNames } from '../load-asked-farm.ts';
import { converse, type ToldByModel } from './converse.ts';
import { whyNotRun } from './may-run.ts';
import { type ModelQuota, wasAsked } from './model-desk.ts';
import { ModelFailed, type ModelFailure } from './model-failed.ts';
import { createModelQuota } from './model-quota.ts';
import type { ProposedAction } from './model-tool.ts';

/** A question that the engine has read and answered first. */
export interface AnsweredByEngine {
  readonly question: string;
  readonly farm: AskedFarmNames;
  readonly understanding: Understanding;
  readonly manner: Manner;
  readonly answer: AskAnswer;
}

/** What is kept of having asked a model. */
export interface ModelRun {
  /** Null where it was not asked after all. */
  readonly model: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly failure?: ModelFailure;
}

/** The answer after a model was asked. */
export interface ModelVerdict {
  readonly answer: AskAnswer;
  readonly run: ModelRun;
  /** Whether the sentence begins as an order does. */
  readonly isOrder: boolean;
  readonly action?: ProposedAction & {
    /** Why it stays a proposal; undefined where it may run. */
    readonly whyNot: string | undefined;
  };
}

const HOUR_MILLIS = 3_600_000;

/**
 * Asks the model of the service, where it has one and the engine was not certain; undefined where it
 * was. Nothing is thrown for a model that fails: the engine's answer stands and says `degraded`.
 */
export async function askModel(
  runtime: Runtime,
  call: Call,
  asked: AnsweredByEngine,
): Promise<ModelVerdict | undefined> {
  const { model: desk } = runtime;
  if (!desk || !isForModel(asked) || (await isKept(runtime, call))) return undefined;
  const tokens = { tokensIn: 0, tokensOut: 0 };
  const onReply = (reply: typeof tokens) => {
    tokens.tokensIn += reply.tokensIn;
    tokens.tokensOut += reply.tokensOut;
  };
  const { farm, question, answer } = asked;
  const context = { runtime, call, farm, language: answer.lang };
  const compiled = await loadLexicon(answer.lang);
  try {
    const told = await desk.talk(quotaOfDay(runtime, call, farm), (model, signal) =>
      converse(model, { context, question, compiled, onReply }, signal),
    );
    return verdictOf(asked, told, { model: desk.name, ...tokens });
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    desk.report(error);
    const model = wasAsked(error) ? desk.name : null;
    const run = { model, ...tokens, failure: error.failure };
    return { answer: { ...answer, degraded: true }, run, isOrder: asked.manner.isOrder };
  }
}

/** An action that the engine has understood, or asks back about, is never for a model. */
function isForModel({ understanding, manner }: AnsweredByEngine): boolean {
  if (understanding.kind === 'action') return false;
  return manner.isOpen || understanding.confidence < limits.modelConfidence;
}

/** A repeated request is given its first answer; nobody needs to be asked for it again. */
export async function isKept(
  { database, clock }: Runtime,
  { actor, idempotency }: Call,
): Promise<boolean> {
  if (!idempotency) return false;
  const since = formatInstant(clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  const { keyId } = actor;
  const kept = await findKeptAnswer(database, { keyId, idempotencyKey: idempotency.key, since });
  return kept !== undefined;
}

function quotaOfDay(
  runtime: Runtime,
  { actor: { keyId } }: Call,
  { frame }: AskedFarmNames,
): ModelQuota {
  const since = formatInstant(startOfDay(frame.today, frame.zone));
  return createModelQuota(runtime, { keyId, since });
}

function verdictOf(
  { answer, farm, manner }: AnsweredByEngine,
  told: ToldByModel,
  run: ModelRun,
): ModelVerdict {
  const { lang, understood, confidence } = answer;
  const { text, facts, proposal } = told;
  const worded = { answer: text, lang, mode: 'model', understood, confidence, facts } as const;
  const { isOrder } = manner;
  if (!proposal) return { answer: worded, run, isOrder };
  const whyNot = whyNotRun(told, { manner, today: farm.frame.today });
  return { answer: worded, run, isOrder, action: { ...proposal, whyNot } };
}
