import sql, { join, raw } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import type { Author } from '../core/stored-row.ts';
import { findKey, type KnownKey } from './api-keys.ts';
import { findUserRights, type UserRights } from './sign-in.ts';

/** State of an automation in a barn. */
export interface AutomationState {
  readonly automationId: string;
  readonly barnId: string;
  /** Whether it has acted on a condition that still applies. */
  readonly isFired: boolean;
  /** When that condition began. */
  readonly since: string | null;
  /** When it last acted. */
  readonly firedAt: string | null;
  /** Depth of the last command in a chain of automations. */
  readonly depth: number;
  /** Its last command. */
  readonly commandId: string | null;
}

/** The same with the state of the command; null: there is none, or it was deleted. */
export interface AutomationStateWithCommand extends AutomationState {
  readonly commandStatus: string | null;
}

const STATE: readonly ObjectColumn[] = [
  ['automationId', 'state.automation_id', 'text'],
  ['barnId', 'state.barn_id', 'text'],
  ['isFired', 'state.is_fired', 'boolean'],
  ['since', 'state.since', 'timestamp'],
  ['firedAt', 'state.fired_at', 'timestamp'],
  ['depth', 'state.depth', 'integer'],
  ['commandId', 'state.command_id', 'text'],
];

/** The states of the automations of a farm in these barns, with the states of their commands. */
export async function listAutomationStates(
  connection: Connection,
  scope: Scope,
  barnIds: readonly string[],
): Promise<AutomationStateWithCommand[]> {
  if (barnIds.length === 0) return [];
  const columns = [...STATE, ['commandStatus', 'command.status', 'text'] as const];
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, columns)} from automation_states state
      left join controller_commands command
        on command.id = state.command_id and command.deleted_at is null
      where ${farmPredicate(scope, 'state')} and state.barn_id in (${join([...barnIds])})`,
  );
}

/** Stores the state of an automation in a barn. */
export async function storeAutomationState(
  connection: Connection,
  place: { readonly orgId: string; readonly farmId: string },
  state: AutomationState,
): Promise<void> {
  const { automationId, barnId, isFired, since, firedAt, depth, commandId } = state;
  const fired = connection.dialect.bind(isFired, 'boolean');
  await connection.run(sql`
    insert into automation_states (automation_id, barn_id, org_id, farm_id, is_fired, since,
      fired_at, depth, command_id)
    values (${automationId}, ${barnId}, ${place.orgId}, ${place.farmId}, ${fired}, ${since},
      ${firedAt}, ${depth}, ${commandId})
    on conflict (automation_id, barn_id) do update set is_fired = excluded.is_fired,
      since = excluded.since, fired_at = excluded.fired_at, depth = excluded.depth,
      command_id = excluded.command_id`);
}

/** Deletes the states of an automation, so that it is evaluated from scratch. */
export async function forgetAutomationStates(
  connection: Connection,
  scope: Scope,
  automationId: string,
): Promise<void> {
  await connection.run(sql`
    delete from automation_states
    where ${farmPredicate(scope, 'automation_states')} and automation_id = ${automationId}`);
}

/** An enabled automation, with the data for its evaluation. */
export interface WatchingAutomation {
  readonly id: string;
  readonly name: string;
  readonly barnId: string | null;
  readonly mode: string | null;
  readonly enabled: boolean | null;
  readonly trigger: unknown;
  readonly action: unknown;
}

const WATCHING: readonly ObjectColumn[] = [
  ['id', 'automation.id', 'text'],
  ['name', 'automation.name', 'text'],
  ['barnId', 'automation.barn_id', 'text'],
  ['mode', 'automation.mode', 'text'],
  ['enabled', 'automation.enabled', 'boolean'],
  ['trigger', 'automation.trigger', 'json'],
  ['action', 'automation.action', 'json'],
];

/** Maximum number of automations evaluated per farm, oldest first. */
const MOST_AUTOMATIONS = 500;

/** The enabled automations of a farm, oldest first. */
export function listWatchingAutomations(
  connection: Connection,
  scope: Scope,
): Promise<WatchingAutomation[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, WATCHING)} from automations automation
      where ${farmPredicate(scope, 'automation')} and automation.deleted_at is null
        and automation.enabled = ${connection.dialect.bind(true, 'boolean')}
      order by automation.created_at, automation.id limit ${MOST_AUTOMATIONS}`,
  );
}

/** A farm with the triggers of its enabled automations. */
export interface FarmTriggers {
  readonly orgId: string;
  readonly farmId: string;
  readonly trigger: unknown;
}

/** The triggers of every enabled automation of all organisations. */
export function listTriggers(connection: Connection): Promise<FarmTriggers[]> {
  const { dialect } = connection;
  const columns: readonly ObjectColumn[] = [
    ['orgId', 'automation.org_id', 'text'],
    ['farmId', 'automation.farm_id', 'text'],
    ['trigger', 'automation.trigger', 'json'],
  ];
  return selectObjects(
    connection,
    sql`
      select ${objectOf(dialect, columns)} from automations automation
      where automation.deleted_at is null
        and automation.enabled = ${dialect.bind(true, 'boolean')}
      order by ${raw('automation.org_id, automation.farm_id, automation.id')}`,
  );
}

/**
 * The last editor of an automation, with the current key and the user who is, or created, the
 * editor.
 */
interface StoredEditor {
  readonly author: Author;
  readonly key: KnownKey | undefined;
  readonly user?: UserRights | undefined;
}

/** Stores the last editor of an automation. */
export async function storeAutomationEditor(
  connection: Connection,
  automation: { readonly id: string; readonly orgId: string },
  { type, id }: Author,
): Promise<void> {
  await connection.run(sql`
    insert into automation_editors (automation_id, org_id, type, author_id)
    values (${automation.id}, ${automation.orgId}, ${type}, ${id})
    on conflict (automation_id) do update set type = excluded.type, author_id = excluded.author_id`);
}

/** Deletes the editor of a deleted automation. */
export async function forgetAutomationEditor(connection: Connection, id: string): Promise<void> {
  await connection.run(sql`delete from automation_editors where automation_id = ${id}`);
}

/** The last editor of an automation, else its creator; undefined if there is no such automation. */
export async function findAutomationEditor(
  connection: Connection,
  automation: { readonly id: string; readonly orgId: string },
): Promise<StoredEditor | undefined> {
  const editor = await connection.first<Author>(sql`
    select type, author_id as id from automation_editors
    where automation_id = ${automation.id} and org_id = ${automation.orgId}`);
  const author = editor ?? (await findMaker(connection, automation));
  return author && findEditor(connection, author, automation.orgId);
}

/** Returns an author as an editor, with the current key and rights. */
export async function findEditor(
  connection: Connection,
  author: Author,
  orgId: string,
): Promise<StoredEditor> {
  if (author.type === 'user') {
    const [user] = await findUserRights(connection, [author.id]);
    return { author, key: undefined, user: user?.orgId === orgId ? user : undefined };
  }
  const key = author.type === 'key' ? await findKey(connection, author.id) : undefined;
  if (key?.orgId !== orgId) return { author, key: undefined };
  const [maker] = key.userId === null ? [] : await findUserRights(connection, [key.userId]);
  return { author, key, user: maker?.orgId === orgId ? maker : undefined };
}

/** For rows that were loaded and never edited. */
async function findMaker(
  connection: Connection,
  { id, orgId }: { readonly id: string; readonly orgId: string },
): Promise<Author | undefined> {
  const row = await connection.first<Author>(sql`
    select created_by ->> 'type' as type, created_by ->> 'id' as id
    from automations where id = ${id} and org_id = ${orgId}`);
  return row && { type: row.type, id: row.id };
}
