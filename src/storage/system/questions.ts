import sql from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';

/** A question of a key for a model. */
export interface ModelQuestion {
  readonly id: string;
  readonly keyId: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Counts a question before it is sent to a model; false if the key has used up its limit since an
 * instant. The questions of a key are serialised across all instances.
 */
export async function reserveModelQuestion(
  transaction: Transaction,
  { id, keyId, at }: ModelQuestion,
  { since, most }: { readonly since: string; readonly most: number },
): Promise<boolean> {
  await transaction.lock(`model questions ${keyId}`);
  const counted = await transaction.first<{ total: number | string }>(sql`
    select count(*) as total from model_questions
    where key_id = ${keyId} and asked_at >= ${since}`);
  if (Number(counted?.total ?? 0) >= most) return false;
  await transaction.run(sql`
    insert into model_questions (id, key_id, asked_at) values (${id}, ${keyId}, ${at})`);
  return true;
}

/** Removes a question that was not sent to a model after all. */
export async function releaseModelQuestion(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from model_questions where id = ${id}`);
}

/** Deletes the questions of a key from before an instant. */
export async function forgetModelQuestions(
  connection: Connection,
  { keyId, before }: { readonly keyId: string; readonly before: string },
): Promise<void> {
  await connection.run(sql`
    delete from model_questions where key_id = ${keyId} and asked_at < ${before}`);
}

export interface ConversationKey {
  readonly id: string;
  readonly orgId: string;
  readonly keyId: string;
}

/** The state of a conversation; undefined if it is unknown, expired or of another key. */
export async function findConversation(
  connection: Connection,
  { id, orgId, keyId }: ConversationKey,
  { since }: { readonly since: string },
): Promise<{ readonly memory: string | null } | undefined> {
  return connection.first<{ memory: string | null }>(sql`
    select memory from ask_conversations
    where id = ${id} and org_id = ${orgId} and key_id = ${keyId} and used_at >= ${since}`);
}

/** Stores the state of a conversation and its last use. */
export async function saveConversation(
  transaction: Transaction,
  { id, orgId, keyId }: ConversationKey,
  { memory, at }: { readonly memory: string | null; readonly at: string },
): Promise<void> {
  await transaction.run(sql`
    insert into ask_conversations (id, org_id, key_id, memory, used_at)
    values (${id}, ${orgId}, ${keyId}, ${memory}, ${at})
    on conflict (id) do update set memory = excluded.memory, used_at = excluded.used_at
    where ask_conversations.key_id = excluded.key_id`);
}

/** Deletes the least recently used conversations of a key beyond a number. */
export async function pruneConversations(
  transaction: Transaction,
  { keyId, most }: { readonly keyId: string; readonly most: number },
): Promise<void> {
  // Concurrent requests of a key prune in turn: otherwise they could deadlock.
  await transaction.lock(`conversations ${keyId}`);
  await transaction.run(sql`
    delete from ask_conversations where id in (
      select id from ask_conversations where key_id = ${keyId}
      order by used_at desc, id desc limit ${PRUNED_AT_ONCE} offset ${most})`);
}

const PRUNED_AT_ONCE = 1000;

/** Deletes conversations last used before an instant. */
export async function forgetConversations(connection: Connection, before: string): Promise<void> {
  await connection.run(sql`delete from ask_conversations where used_at < ${before}`);
}
