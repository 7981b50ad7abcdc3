import sql from 'sql-template-tag';
import type { Connection, Transaction } from '../database.ts';

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
