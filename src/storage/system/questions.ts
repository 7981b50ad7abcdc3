import sql from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';

/** A question that a key wants to put to a model. */
export interface ModelQuestion {
  readonly id: string;
  readonly keyId: string;
  /** ISO 8601. */
  readonly at: string;
}

/**
 * Counts a question before it is put to a model; false where the key has put as many as it may
 * since an instant. One question of a key after the other, over all instances.
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

/** Takes back a question that was not put to a model after all. */
export async function releaseModelQuestion(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from model_questions where id = ${id}`);
}

/** Forgets what a key asked before an instant. */
export async function forgetModelQuestions(
  connection: Connection,
  { keyId, before }: { readonly keyId: string; readonly before: string },
): Promise<void> {
  await connection.run(sql`
    delete from model_questions where key_id = ${keyId} and asked_at < ${before}`);
}

/** A conversation of one key. */
export interface ConversationKey {
  readonly id: string;
  readonly orgId: string;
  readonly keyId: string;
}

/** What a conversation remembers; undefined for one that is unknown, expired or of another key. */
export async function findConversation(
  connection: Connection,
  { id, orgId, keyId }: ConversationKey,
  { since }: { readonly since: string },
): Promise<{ readonly memory: string | null } | undefined> {
  return connection.first<{ memory: string | null }>(sql`
    select memory from ask_conversations
    where id = ${id} and org_id = ${orgId} and key_id = ${keyId} and used_at >= ${since}`);
}

/** Stores what a conversation remembers, and when it was used. */
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

/** Deletes the conversations of a key that were used longest ago, down to a number. */
export async function pruneConversations(
  transaction: Transaction,
  { keyId, most }: { readonly keyId: string; readonly most: number },
): Promise<void> {
  // Concurrent requests of a key prune in turn: otherwise each could wait for rows of the other.
  await transaction.lock(`conversations ${keyId}`);
  await transaction.run(sql`
    delete from ask_conversations where id in (
      select id from ask_conversations where key_id = ${keyId}
      order by used_at desc, id desc limit ${PRUNED_AT_ONCE} offset ${most})`);
}

const PRUNED_AT_ONCE = 1000;

/** Deletes conversations that were last used before an instant. */
export async function forgetConversations(connection: Connection, before: string): Promise<void> {
  await connection.run(sql`delete from ask_conversations where used_at < ${before}`);
}
