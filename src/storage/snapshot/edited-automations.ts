import sql from 'sql-template-tag';
import { distinct, mapById } from '../../tools/collections.ts';
import type { Connection } from '../database.ts';
import { farmPredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { findKeys, type StoredKey } from '../system/api-keys.ts';
import type { FarmMoment } from './farm-moment.ts';

/** An automation that is on, with who edited it last, else who made it. */
interface AutomationRow {
  readonly id: string;
  readonly name: string;
  readonly barnId: string | null;
  readonly mode: string | null;
  readonly trigger: unknown;
  readonly action: unknown;
  readonly updatedAt: string;
  readonly createdBy: { readonly type: string; readonly id: string };
  readonly editorType: string | null;
  readonly editorId: string | null;
}

const COLUMNS: readonly ObjectColumn[] = [
  ['id', 'automation.id', 'text'],
  ['name', 'automation.name', 'text'],
  ['barnId', 'automation.barn_id', 'text'],
  ['mode', 'automation.mode', 'text'],
  ['trigger', 'automation.trigger', 'json'],
  ['action', 'automation.action', 'json'],
  ['updatedAt', 'automation.updated_at', 'timestamp'],
  ['createdBy', 'automation.created_by', 'json'],
  ['editorType', 'editor.type', 'text'],
  ['editorId', 'editor.author_id', 'text'],
];
/** As many as are judged. */
const MOST_AUTOMATIONS = 500;

/** The automations of a farm that are on, the oldest first, with their editors as they are now. */
export async function listEditedAutomations(connection: Connection, { scope }: FarmMoment) {
  const { dialect } = connection;
  const rows = await selectObjects<AutomationRow>(
    connection,
    sql`
      select ${objectOf(dialect, COLUMNS)} from automations automation
      left join automation_editors editor on editor.automation_id = automation.id
      where ${farmPredicate(scope, 'automation')} and automation.deleted_at is null
        and automation.enabled = ${dialect.bind(true, 'boolean')}
      order by automation.created_at, automation.id limit ${MOST_AUTOMATIONS}`,
  );
  const edited = rows.map((row) => ({ ...row, author: authorOf(row) }));
  const ids = distinct(edited.map(({ author }) => (author.type === 'key' ? author.id : null)));
  const keys = mapById(ids.length === 0 ? [] : await findKeys(connection, ids));
  return edited.map(({ author, ...automation }) => ({
    ...automation,
    editor: { author, key: ofOrganisation(keys.get(author.id), scope.orgId) },
  }));
}

function authorOf({ editorType, editorId, createdBy }: AutomationRow) {
  if (editorType !== null && editorId !== null) return { type: editorType, id: editorId };
  return { type: createdBy.type, id: createdBy.id };
}

function ofOrganisation(key: StoredKey | undefined, orgId: string): StoredKey | undefined {
  return key?.orgId === orgId ? key : undefined;
}
