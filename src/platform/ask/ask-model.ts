import type { Manner } from '../../ask/grammar/question-values.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import { loadLexicon } from '../../ask/lexicon/compile-lexicon.ts';
import type { Field } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import { actionFields, actions } from '../../model/resources/actions.ts';
import {
  forgetModelQuestions,
  releaseModelQuestion,
  reserveModelQuestion,
} from '../../storage/system/questions.ts';
import { findStoredAnswer } from '../../storage/system/request-state.ts';
import {
  type CalendarDay,
  daysBetween,
  formatInstant,
  HOUR_MILLIS,
  isCalendarDay,
  startOfDay,
} from '../../tools/calendar.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { ModelFailed, type ModelFailure } from '../outbound/chat-model.ts';
import { type ModelQuota, wasAsked } from '../outbound/model-gateway.ts';
import { converse, type ModelAnswer } from './converse.ts';
import type { ProposedAction } from './model-tools.ts';
import type { AskAnswer, QuestionFarm } from './question-farm.ts';

/** A question that the engine has parsed and answered first. */
export interface EngineAnswer {
  readonly question: string;
  readonly farm: QuestionFarm;
  readonly understanding: Understanding;
  readonly manner: Manner;
  readonly answer: AskAnswer;
}

/** The stored record of a model request. */
export interface ModelRun {
  /** Null when no model was called. */
  readonly model: string | null;
  readonly tokensIn: number;
  readonly tokensOut: number;
  readonly failure?: ModelFailure;
}

/** The answer after a model request. */
export interface ModelResult {
  readonly answer: AskAnswer;
  readonly run: ModelRun;
  /** Whether the sentence starts like an order. */
  readonly isOrder: boolean;
  readonly action?: ProposedAction & {
    /** Why it is only proposed; undefined when it may run. */
    readonly whyNot: string | undefined;
  };
}

/**
 * Asks the configured model when the engine was uncertain; undefined when it was certain. Model
 * failures do not throw: the engine's answer is returned as `degraded`.
 */
export async function askModel(
  runtime: Runtime,
  call: RequestContext,
  input: EngineAnswer,
): Promise<ModelResult | undefined> {
  const { model: gateway } = runtime;
  if (!gateway || !isForModel(input) || (await hasStoredAnswer(runtime, call))) return undefined;
  const tokens = { tokensIn: 0, tokensOut: 0 };
  const onReply = (reply: typeof tokens) => {
    tokens.tokensIn += reply.tokensIn;
    tokens.tokensOut += reply.tokensOut;
  };
  const { farm, question, answer } = input;
  const context = { runtime, call, farm, language: answer.lang };
  const [compiled, english] = await Promise.all([loadLexicon(answer.lang), loadLexicon('en')]);
  try {
    const modelAnswer = await gateway.talk(quotaOfDay(runtime, call, farm), (model, signal) =>
      converse(model, { context, question, compiled, english, onReply }, signal),
    );
    return toModelResult(input, modelAnswer, { model: gateway.name, ...tokens });
  } catch (error) {
    if (!(error instanceof ModelFailed)) throw error;
    gateway.report(error);
    const model = wasAsked(error) ? gateway.name : null;
    const run = { model, ...tokens, failure: error.failure };
    return { answer: { ...answer, degraded: true }, run, isOrder: input.manner.isOrder };
  }
}

/** Actions that the engine understood or needs clarified are never passed to a model. */
function isForModel({ understanding, manner }: EngineAnswer): boolean {
  if (understanding.kind === 'action') return false;
  return manner.isOpen || understanding.confidence < limits.modelConfidence;
}

/** A repeated request gets its stored answer, so the model is not called again. */
export async function hasStoredAnswer(
  { database, clock }: Runtime,
  { actor, idempotency }: RequestContext,
): Promise<boolean> {
  if (!idempotency) return false;
  const since = formatInstant(clock.now() - limits.idempotencyHours * HOUR_MILLIS);
  const { keyId } = actor;
  const stored = await findStoredAnswer(database, {
    keyId,
    idempotencyKey: idempotency.key,
    since,
  });
  return stored !== undefined;
}

function quotaOfDay(
  runtime: Runtime,
  { actor: { keyId } }: RequestContext,
  { frame }: QuestionFarm,
): ModelQuota {
  const since = formatInstant(startOfDay(frame.today, frame.zone));
  return createModelQuota(runtime, { keyId, since });
}

function toModelResult(
  { answer, farm, manner }: EngineAnswer,
  modelAnswer: ModelAnswer,
  run: ModelRun,
): ModelResult {
  const { lang, understood, confidence } = answer;
  const { text, facts, proposal } = modelAnswer;
  const worded = { answer: text, lang, mode: 'model', understood, confidence, facts } as const;
  const { isOrder } = manner;
  if (!proposal) return { answer: worded, run, isOrder };
  const whyNot = reasonNotToRun(modelAnswer, { manner, today: farm.frame.today });
  return { answer: worded, run, isOrder, action: { ...proposal, whyNot } };
}

/** By then the day has ended in every time zone. */
const QUOTA_RETENTION_MILLIS = 48 * 3_600_000;

/** The quota of a key for the day starting at an instant; shared by all instances. */
export function createModelQuota(
  { database, clock, ids }: Pick<Runtime, 'database' | 'clock' | 'ids'>,
  { keyId, since }: { readonly keyId: string; readonly since: string },
): ModelQuota {
  return {
    async reserve(most) {
      const now = clock.now();
      const id = ids.create('question');
      const isReserved = await database.transaction(async (transaction) => {
        const before = formatInstant(now - QUOTA_RETENTION_MILLIS);
        await forgetModelQuestions(transaction, { keyId, before });
        const question = { id, keyId, at: formatInstant(now) };
        return reserveModelQuestion(transaction, question, { since, most });
      });
      return isReserved ? () => releaseModelQuestion(database, id) : undefined;
    },
  };
}

/** Criteria for running an action proposed by a model. */
export interface RunCriteria {
  readonly manner: Manner;
  readonly today: CalendarDay;
}

/**
 * Why an action proposed by a model may not run; undefined when it may run like an action of the
 * engine: the sentence is one order, the model has seen no text written by others, and the caller
 * stated every number of the action.
 */
function reasonNotToRun(
  { proposal, hasReadFarm }: Pick<ModelAnswer, 'proposal' | 'hasReadFarm'>,
  { manner, today }: RunCriteria,
): string | undefined {
  if (!proposal) return undefined;
  if (!manner.isOrder) return 'the question is no order';
  if (hasReadFarm) return 'texts of others were read on the way';
  const unstatedField = findUnstatedField(proposal, { manner, today });
  return unstatedField && `${unstatedField} holds a number that the question does not`;
}

/** The field of an action with a number that the caller has not stated. */
function findUnstatedField(
  { type, fields }: ProposedAction,
  { manner, today }: RunCriteria,
): string | undefined {
  const fieldTypes = new Map<string, Field>(actionFields(actions[type]));
  const found = Object.entries(fields).find(([name, value]) => {
    const kind = fieldTypes.get(name)?.type;
    if (kind === 'reference') return false;
    if (kind === 'date' && isNearToday(value, today)) return false;
    return numbersIn(value, kind === 'date').some((number) => !manner.numbers.includes(number));
  });
  return found?.[0];
}

/** Today, yesterday and tomorrow can be stated without a number. */
function isNearToday(value: unknown, today: CalendarDay): boolean {
  if (typeof value !== 'string' || !isCalendarDay(value)) return false;
  return Math.abs(daysBetween(today, value)) <= 1;
}

/** For other days, the day of the month must have been stated. */
function numbersIn(value: unknown, isDay: boolean): readonly number[] {
  const digits = JSON.stringify(value ?? '').match(/\d+(?:\.\d+)?/g) ?? [];
  return (isDay ? digits.slice(-1) : digits).map(Number);
}
