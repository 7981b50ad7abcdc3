import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import type { Author } from '../records/stored-row.ts';
import { findKey, type StoredKey } from './api-keys.ts';

/** Who edited an automation last; of a key what it may do now, unless it is gone. */
interface StoredEditor {
  readonly author: Author;
  readonly key: StoredKey | undefined;
}

/** Stores who edited an automation last. */
export async function keepAutomationEditor(
  connection: Connection,
  automation: { readonly id: string; readonly orgId: string },
  { type, id }: Author,
): Promise<void> {
  await connection.run(sql`
    insert into automation_editors (automation_id, org_id, type, author_id)
    values (${automation.id}, ${automation.orgId}, ${type}, ${id})
    on conflict (automation_id) do update set type = excluded.type, author_id = excluded.author_id`);
}

/** Forgets the editor of an automation that was deleted. */
export async function forgetAutomationEditor(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from automation_editors where automation_id = ${id}`);
}

/** The last editor of an automation, else its maker; undefined where there is no such automation. */
export async function findAutomationEditor(
  connection: Connection,
  automation: { readonly id: string; readonly orgId: string },
): Promise<StoredEditor | undefined> {
  const editor = await connection.first<Author>(sql`
    select type, author_id as id from automation_editors
    where automation_id = ${automation.id} and org_id = ${automation.orgId}`);
  const author = editor ?? (await findMaker(connection, automation));
  if (!author) return undefined;
  const key = author.type === 'key' ? await findKey(connection, author.id) : undefined;
  return { author, key: key?.orgId === automation.orgId ? key : undefined };
}

/** Of rows that were loaded and never edited. */
async function findMaker(
  connection: Connection,
  { id, orgId }: { readonly id: string; readonly orgId: string },
): Promise<Author | undefined> {
  const row = await connection.first<Author>(sql`
    select created_by ->> 'type' as type, created_by ->> 'id' as id
    from automations where id = ${id} and org_id = ${orgId}`);
  return row && { type: row.type, id: row.id };
}
