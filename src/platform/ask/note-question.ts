import type { ResourceDefinition } from '../../model/resource.ts';
import { agentRuns } from '../../model/resources/agent-runs.ts';
import { chatMessages } from '../../model/resources/chat-messages.ts';
import type { Transaction } from '../../storage/database.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { writeContext } from '../records/write-context.ts';
import { insertRecord } from '../records/write-record.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import type { AskAnswer } from './ask-answer.ts';
import type { ModelRun } from './model/ask-model.ts';

/** A question with its answer, as they are kept. */
export interface AnsweredQuestion {
  readonly farmId: string;
  readonly question: string;
  readonly answer: AskAnswer;
  /** Undefined where no model was to be asked. */
  readonly run?: ModelRun | undefined;
}

const ASSISTANT = 'farmctl';

/**
 * Leaves a question among the agent runs, and both sides of it in the conversation of its key and
 * day, in the transaction of what it did.
 */
export async function noteQuestion(
  runtime: Runtime,
  transaction: Transaction,
  { call, asked }: { readonly call: Call; readonly asked: AnsweredQuestion },
): Promise<void> {
  const { farmId, question, answer } = asked;
  const context = await writeContext(runtime, transaction, { call, farmId });
  const insert = async (
    definition: ResourceDefinition,
    values: Readonly<Record<string, unknown>>,
  ) => (await insertRecord(definition, { values, farmId }, context)).id;
  const agentRunId = await insert(agentRuns, runOf(call, asked));
  const said = {
    threadId: `ask:${call.actor.keyId}:${context.today}`,
    lang: answer.lang,
    agentRunId,
  };
  const { keyId, name } = call.actor;
  const user = { senderType: 'user', senderId: keyId, senderName: name, role: 'user' };
  const replyToId = await insert(chatMessages, { ...said, ...user, text: question });
  const assistant = { senderType: 'assistant', senderName: ASSISTANT, role: 'assistant' };
  await insert(chatMessages, { ...said, ...assistant, text: answer.answer, replyToId });
}

function runOf(call: Call, { question, answer, run }: AnsweredQuestion) {
  const { action, lang, understood, confidence, facts } = answer;
  const durationMs = Math.round(call.elapsedMillis());
  return {
    kind: 'ask',
    trigger: 'api',
    status: action?.status === 'refused' ? 'failed' : 'succeeded',
    lang,
    question,
    answer: answer.answer,
    actionType: action?.type ?? null,
    actionStatus: action?.status ?? 'none',
    input: action ? { fields: action.fields } : { understood },
    output: {
      intent: understood['intent'] ?? null,
      confidence,
      facts: facts.length,
      ...(run?.failure ? { degraded: run.failure } : {}),
    },
    error: action?.status === 'refused' ? (action.reason ?? null) : null,
    model: run?.model ?? null,
    tokensIn: run?.model ? run.tokensIn : null,
    tokensOut: run?.model ? run.tokensOut : null,
    durationMs,
    requestId: call.requestId,
    keyId: call.actor.keyId,
    startedAt: formatInstant(call.at),
    finishedAt: formatInstant(call.at + durationMs),
  };
}
