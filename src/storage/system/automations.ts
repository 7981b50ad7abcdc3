import sql, { join, raw } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { farmPredicate, type Scope } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import type { Author } from '../core/stored-row.ts';
import { findKey, type KnownKey } from './api-keys.ts';
import { findUserRights, type UserRights } from './sign-in.ts';

/** What an automation has done in a barn. */
export interface AutomationState {
  readonly automationId: string;
  readonly barnId: string;
  /** Whether it has acted on a condition that still holds. */
  readonly isFired: boolean;
  /** When that condition began. */
  readonly since: string | null;
  /** When it acted last. */
  readonly firedAt: string | null;
  /** How deep in a chain of automations the last command was. */
  readonly depth: number;
  /** The last command that it made. */
  readonly commandId: string | null;
}

/** The same with what became of the command; null: there is none, or it is gone. */
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

/** What the automations of a farm have done in these barns, with what became of their commands. */
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

/** Keeps what an automation has done in a barn. */
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

/** Forgets what an automation has done, so that it is judged anew. */
export async function forgetAutomationStates(
  connection: Connection,
  scope: Scope,
  automationId: string,
): Promise<void> {
  await connection.run(sql`
    delete from automation_states
    where ${farmPredicate(scope, 'automation_states')} and automation_id = ${automationId}`);
}

/** An automation that is on, as far as it must be known to judge it. */
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

/** How many automations of a farm are judged; the oldest of them. */
const MOST_AUTOMATIONS = 500;

/** The automations of a farm that are on, the oldest first. */
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

/** A farm with automations that are on, and their triggers. */
export interface FarmTriggers {
  readonly orgId: string;
  readonly farmId: string;
  readonly trigger: unknown;
}

/** The triggers of every automation that is on, of all organisations. */
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

/** Who edited an automation last, with the present key, and the user who is, or made, the editor. */
interface StoredEditor {
  readonly author: Author;
  readonly key: KnownKey | undefined;
  readonly user?: UserRights | undefined;
}

/** Stores who edited an automation last. */
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
  return author && findEditor(connection, author, automation.orgId);
}

/** An author as an editor, with the present key and rights. */
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
