import { type AskedBefore, readMemory, writeMemory } from '../../ask/follow-up.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import type { Language } from '../../model/languages.ts';
import { limits } from '../../model/limits.ts';
import type { Transaction } from '../../storage/database.ts';
import {
  findConversation,
  pruneConversations,
  saveConversation,
} from '../../storage/system/ask-conversations.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

/** A conversation of the caller's key, and the question before this one. */
export interface Conversation {
  readonly id: string;
  readonly isNew: boolean;
  readonly before: AskedBefore | undefined;
}

const HOUR_MILLIS = 3_600_000;

/** The instant before which unused conversations are expired. */
export function conversationsSince(now: number): string {
  return formatInstant(now - limits.conversationHours * HOUR_MILLIS);
}

/**
 * The conversation that a question names; a new one where it names none, or one that is expired or
 * of another key. What it remembers holds ids only: rights are checked again with every question.
 */
export async function openConversation(
  { database, ids, clock }: Runtime,
  { actor }: Call,
  sent: string | undefined,
): Promise<Conversation> {
  const { orgId, keyId } = actor;
  if (sent !== undefined) {
    const since = conversationsSince(clock.now());
    const found = await findConversation(database, { id: sent, orgId, keyId }, { since });
    if (found) return { id: sent, isNew: false, before: readMemory(found.memory) };
  }
  return { id: ids.create('conversation'), isNew: true, before: undefined };
}

/** What a question was understood as, and where. */
export interface AskedTurn {
  readonly understanding: Understanding;
  readonly farmId: string;
  readonly language: Language;
}

/** Keeps the question for the next one; one that was not understood leaves the memory as it was. */
export async function keepConversation(
  transaction: Transaction,
  { actor, at }: Call,
  { id, isNew, before }: Conversation,
  { understanding, farmId, language }: AskedTurn,
): Promise<void> {
  const { orgId, keyId } = actor;
  const now =
    understanding.kind === 'question'
      ? { intent: understanding.intent, question: understanding.question, farmId, language }
      : before;
  const kept = { memory: now ? writeMemory(now) : null, at: formatInstant(at) };
  await saveConversation(transaction, { id, orgId, keyId }, kept);
  if (isNew) await pruneConversations(transaction, { keyId, most: limits.conversationsPerKey });
}
