import { type Message, type MessageValue, message, type Unit } from '../../model/core/message.ts';
import { writableFields } from '../../model/core/resource.ts';
import { expenses } from '../../model/resources/expenses.ts';
import { getResource, type ResourceName } from '../../model/resources/registry.ts';
import { groupBy } from '../../tools/collections.ts';
import { commandWords } from '../automations/automation-words.ts';
import { alertTitle } from '../core/stored-texts.ts';

export type ActivityRow = Readonly<Record<string, unknown>>;

/** A row before and after a change; `before` is undefined for a new row. */
export interface ActivityChange {
  readonly resource: ResourceName;
  readonly before: ActivityRow | undefined;
  readonly after: ActivityRow;
}

/** The conditions and title of a reported change. */
export interface ActivityRule {
  /** Its name in the log, also used by `kinds=`. */
  readonly kind: string;
  readonly resource: ResourceName;
  /** Importance, 0 to 100. */
  readonly base: number;
  readonly applies: (change: ActivityChange) => boolean;
  /** The text, without the place where it happened. */
  readonly title: (row: ActivityRow, before?: ActivityRow) => Message;
}

/** Applies to a new row for which the condition holds. */
function whenCreated(applies: (row: ActivityRow) => boolean = () => true): ActivityRule['applies'] {
  return ({ before, after }) => before === undefined && applies(after);
}

/** Applies when a field takes one of the values; for a new row, when it has it from the start. */
function whenEntering(field: string, ...values: readonly unknown[]): ActivityRule['applies'] {
  return ({ before, after }) => before?.[field] !== after[field] && values.includes(after[field]);
}

/** The forms of activity titles. */
export type TitleShape =
  | 'named'
  | 'flock'
  | 'sale'
  | 'weighing'
  | 'log'
  | 'feed'
  | 'expense'
  | 'access';

type Describe = (row: ActivityRow) => Message | undefined;

/** The details of a row besides its name; undefined when the row lacks them. */
const DESCRIBERS: Readonly<Record<Exclude<TitleShape, 'named'>, Describe>> = {
  flock: (row) =>
    messageOfWhole('activity.what.flock', { birds: quantityOf(row['chicksReceived'], 'birds') }),
  sale: (row) =>
    messageOfWhole('activity.what.sale', {
      birds: quantityOf(row['birdsCount'], 'birds'),
      kg: quantityOf(row['totalWeightKg'], 'kg'),
    }),
  weighing: (row) => {
    const weight = quantityOf(row['avgWeightGr'], 'g');
    const deaths = quantityOf(row['mortality'], 'birds');
    return (
      messageOfWhole('activity.what.weighedLog', { weight, birds: deaths }) ??
      messageOfWhole('activity.what.weighing', { weight })
    );
  },
  log: (row) =>
    messageOfWhole('activity.what.log', { birds: quantityOf(row['mortality'], 'birds') }),
  feed: (row) => messageOfWhole('activity.what.feed', { kg: quantityOf(row['quantityKg'], 'kg') }),
  expense: (row) =>
    messageOfWhole('activity.what.named', {
      name: row['description'] ?? categoryName(row['category']),
    }),
  access: (row) => messageOfWhole('activity.what.role', { role: row['role'] }),
};

const expenseCategories: readonly unknown[] = expenses.fields.category.vocabulary.words;

/** The translated name of a vocabulary category; other categories as entered. */
function categoryName(category: unknown): unknown {
  return expenseCategories.includes(category)
    ? message<string>(`page.category.${category}`)
    : category;
}

const LONGEST = 120;

/** A short description of a row: its figures, else its name. */
function activityTitle(resource: ResourceName, shape: TitleShape, row: ActivityRow): Message {
  if (resource === 'alerts') {
    // A rule's title is a message, so it is translated to the reader's language.
    const name = alertTitle(row as Parameters<typeof alertTitle>[0]);
    if (typeof name === 'object') return message('activity.what.named', { name });
  }
  if (resource === 'controller-commands') {
    const name = commandWords(String(row['command']), row['params']);
    return message('activity.what.named', { name });
  }
  const described = shape === 'named' ? undefined : DESCRIBERS[shape](row);
  return described ?? message('activity.what.named', { name: nameOf(resource, row) });
}

function nameOf(resource: ResourceName, row: ActivityRow): string {
  const { label, singular } = getResource(resource);
  const text = label.map((field) => row[field]).find((value) => typeof value === 'string');
  const line = typeof text === 'string' ? text.replace(/\s+/g, ' ').trim() : singular;
  if (line.length <= LONGEST) return line;
  const letters = [...line];
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : line;
}

function messageOfWhole(
  text: string,
  params: Readonly<Record<string, unknown>>,
): Message | undefined {
  const isWhole = Object.values(params).every((value) => value !== undefined && value !== null);
  return isWhole ? message(text, params as Readonly<Record<string, MessageValue>>) : undefined;
}

function quantityOf(value: unknown, unit: Unit): MessageValue | undefined {
  return typeof value === 'number' ? { quantity: value, unit } : undefined;
}

/** Title forms of rows that are described by their figures. */
const SHAPES: Readonly<Record<string, TitleShape>> = {
  flock_placed: 'flock',
  flock_planned: 'flock',
  sale: 'sale',
  sale_planned: 'sale',
  weighing: 'weighing',
  daily_log: 'log',
  mortality_spike: 'log',
  feed_delivery: 'feed',
  feed_order: 'feed',
  expense: 'expense',
  access_change: 'access',
};

/**
 * Activity rules; the first that applies to a change is used. The scores are this project's own.
 */
const activityRules: readonly ActivityRule[] = [
  rule('alert', 'alerts', 90, whenCreated(hasValue('severity', 'critical'))),
  rule('alert', 'alerts', 60, whenCreated(hasValue('severity', 'warning'))),
  rule('alert', 'alerts', 35, whenCreated()),
  rule('alert', 'alerts', 90, whenEntering('severity', 'critical')),
  rule('alert_resolved', 'alerts', 40, whenEntering('status', 'resolved')),
  rule('flock_placed', 'flocks', 70, isPlacement),
  rule('flock_planned', 'flocks', 30, isPlan),
  rule('flock_closed', 'flocks', 75, whenEntering('status', 'closed')),
  rule('sale_planned', 'sales', 30, whenCreated(isAhead)),
  rule('sale', 'sales', 65, whenCreated()),
  rule('weighing', 'daily-logs', 30, whenCreated(isWeighing)),
  rule('daily_log', 'daily-logs', 15, whenCreated()),
  rule('weighing', 'daily-logs', 30, isFirstWeighing),
  correctedRule('daily-logs'),
  correctedRule('sales'),
  rule('treatment', 'treatments', 60, whenCreated(hasValue('kind', 'antibiotic'))),
  rule('vaccination', 'treatments', 45, whenCreated(hasValue('kind', 'vaccination'))),
  rule('treatment', 'treatments', 30, whenCreated()),
  correctedRule('treatments'),
  rule('feed_delivery', 'feed-deliveries', 35, whenCreated()),
  correctedRule('feed-deliveries'),
  rule('feed_order', 'feed-orders', 30, whenCreated()),
  rule('market_order', 'market-orders', 30, whenCreated()),
  rule('expense', 'expenses', 25, whenCreated()),
  correctedRule('expenses'),
  rule('field_report', 'field-reports', 80, whenCreated(hasValue('severity', 'critical'))),
  rule('question', 'field-reports', 55, whenCreated(hasValue('isQuestion', true))),
  rule('field_report', 'field-reports', 25, whenCreated()),
  rule('task_done', 'tasks', 20, whenEntering('status', 'done')),
  rule('photo', 'media', 70, whenEntering('aiSeverity', 'critical')),
  rule('photo', 'media', 50, whenEntering('aiSeverity', 'warning')),
  rule('photo', 'media', 10, whenCreated()),
  rule('device_failure', 'devices', 60, whenEntering('status', 'offline', 'fault')),
  rule('integration_failure', 'integrations', 60, whenEntering('status', 'failing')),
  rule('command_executed', 'controller-commands', 40, whenEntering('status', 'executed')),
  rule('command_failed', 'controller-commands', 65, whenEntering('status', 'failed')),
  rule('user_change', 'users', 50, isAccessChange),
  rule('access_change', 'farm-access', 50, isAccessChange),
  rule(
    'automation_run',
    'automations',
    20,
    ({ before, after }) => before?.['runs'] !== after['runs'] && Number(after['runs']) > 0,
  ),
  rule('tender_awarded', 'tenders', 50, whenEntering('status', 'awarded')),
  // The flock's own activity covers its placement.
  rule(
    'event',
    'events',
    20,
    whenCreated(({ kind }) => kind !== 'placement'),
  ),
];

/** Replaces `daily_log` when the deaths of a day are a spike. */
export const spikeRule: ActivityRule = rule('mortality_spike', 'daily-logs', 85, whenCreated());

/** Reported when a task is found overdue. */
export const overdueRule: ActivityRule = rule('task_overdue', 'tasks', 45, () => true);

/** Reported when a user gains or loses a sign-in method, even a one-time one. */
export const signInChangeRules = {
  passkey_added: rule('passkey_added', 'users', 50, () => true),
  passkey_removed: rule('passkey_removed', 'users', 50, () => true),
  identity_linked: rule('identity_linked', 'users', 50, () => true),
  link_created: rule('link_created', 'users', 50, () => true),
} as const;

export const activityKinds: readonly string[] = [
  ...new Set(
    [
      ...activityRules,
      spikeRule,
      overdueRule,
      undoneRule('tasks'),
      deletedRule('tasks'),
      ...Object.values(signInChangeRules),
    ].map(({ kind }) => kind),
  ),
].toSorted();

/** Reported when an action on a row of the resource is undone; describes the row and its day. */
export function undoneRule(resource: ActivityRule['resource']): ActivityRule {
  return {
    ...rule('action_undone', resource, 25, () => true),
    title: (row) => message('activity.action_undone', { what: dated(resource, row) }),
  };
}

/** Reported when the figures, day or subject of a record are changed. */
function correctedRule(resource: ActivityRule['resource']): ActivityRule {
  return {
    ...rule('record_corrected', resource, 20, (change) => isCorrected(change)),
    title(row, before) {
      const title = dated(resource, row);
      const earlier = before && dated(resource, before);
      const isSame = !earlier || JSON.stringify(earlier) === JSON.stringify(title);
      if (isSame)
        return message('activity.record_corrected', {
          what: (before && otherFigure(row, before)) ?? title,
        });
      const isSameDay = row['date'] === before['date'];
      const previous = isSameDay ? figuresOf(resource, before) : earlier;
      const changed = message('activity.what.changed', { what: title, before: previous });
      return message('activity.record_corrected', { what: changed });
    },
  };
}

/** Figures of a log that its description leaves out: their names in texts, and units. */
const OTHER_FIGURES = [
  ['feedKg', 'feed', 'kg'],
  ['waterL', 'water', 'L'],
  ['eggs', 'eggs', 'eggs'],
  ['culls', 'culls', 'birds'],
] as const;

/** The first changed figure that the description of a log leaves out, before and after. */
function otherFigure(row: ActivityRow, before: ActivityRow): Message | undefined {
  const changed = OTHER_FIGURES.find(([field]) => row[field] !== before[field]);
  if (!changed) return undefined;
  const [field, figure, unit] = changed;
  const value = quantityOf(row[field], unit);
  if (value === undefined) return undefined;
  const title = onItsDay(message('activity.what.figure', { figure, value }), row);
  const previous = quantityOf(before[field], unit);
  return previous ? message('activity.what.changed', { what: title, before: previous }) : title;
}

/** The description of a row without the name of its kind. */
function figuresOf(resource: ResourceName, row: ActivityRow): Message {
  const { kind } = findActivity({ resource, before: undefined, after: row }) ?? {};
  return activityTitle(resource, SHAPES[kind ?? ''] ?? 'named', row);
}

const CORRECTED: readonly string[] = ['number', 'integer', 'money', 'date', 'reference'];

function isCorrected({ resource, before, after }: ActivityChange): boolean {
  if (!before) return false;
  return writableFields(getResource(resource)).some(
    ([name, { type }]) => CORRECTED.includes(type) && before[name] !== after[name],
  );
}

/** The description of a row at creation, with its day. */
function dated(resource: ResourceName, row: ActivityRow): Message {
  const createdRule = findActivity({ resource, before: undefined, after: row });
  const title = createdRule ? createdRule.title(row) : activityTitle(resource, 'named', row);
  return onItsDay(title, row);
}

function onItsDay(title: Message, { date }: ActivityRow): Message {
  return typeof date === 'string'
    ? message('activity.what.dated', { what: title, day: { day: date } })
    : title;
}

/** The rule for a record that was entered on a later day than its own: its title names its day. */
export function lateRule(late: ActivityRule): ActivityRule {
  return { ...late, title: (row, before) => onItsDay(late.title(row, before), row) };
}

/** Reported when a row is deleted, with the text of its creation and its day. */
export function deletedRule(resource: ActivityRule['resource']): ActivityRule {
  return {
    ...rule('record_deleted', resource, 40, () => true),
    title: (row) => message('activity.record_deleted', { what: dated(resource, row) }),
  };
}

function rule(
  kind: string,
  resource: ActivityRule['resource'],
  base: number,
  applies: ActivityRule['applies'],
): ActivityRule {
  const shape = SHAPES[kind] ?? 'named';
  const title = (row: ActivityRow) =>
    message(`activity.${kind}`, { what: activityTitle(resource, shape, row) });
  return { kind, resource, base, applies, title };
}

function hasValue(field: string, value: unknown): (row: ActivityRow) => boolean {
  return (row) => row[field] === value;
}

/** A flock that returns from selling or closed to active was placed long ago. */
function isPlacement({ before, after }: ActivityChange): boolean {
  return after['status'] === 'active' && (!before || before['status'] === 'planned');
}

/** A flock created as planned, or set back to planned. */
function isPlan({ before, after }: ActivityChange): boolean {
  return after['status'] === 'planned' && before?.['status'] !== 'planned';
}

/** The largest UTC offset of any time zone. */
const FURTHEST_ZONE_MILLIS = 14 * 3_600_000;

/** Whether a row was created before its own date in every time zone. */
function isAhead({ date, createdAt }: ActivityRow): boolean {
  const written = Date.parse(String(createdAt)) + FURTHEST_ZONE_MILLIS;
  return !Number.isNaN(written) && String(date) > new Date(written).toISOString().slice(0, 10);
}

function isWeighing(row: ActivityRow): boolean {
  return Number(row['avgWeightGr'] ?? 0) > 0;
}

function isFirstWeighing({ before, after }: ActivityChange): boolean {
  return before !== undefined && !isWeighing(before) && isWeighing(after);
}

const ACCESS_FIELDS = ['role', 'status', 'scopes', 'expiresAt', 'revokedAt'];

function isAccessChange({ before, after }: ActivityChange): boolean {
  if (!before) return true;
  return ACCESS_FIELDS.some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}

const rulesOf = groupBy(activityRules, ({ resource }) => resource);

/** The activity rule for a change; undefined for an unreported change. */
export function findActivity(change: ActivityChange): ActivityRule | undefined {
  return rulesOf.get(change.resource)?.find((rule) => rule.applies(change));
}

/** Whether the log reports any change of a resource. */
export function isReported(resource: ResourceName): boolean {
  return rulesOf.has(resource);
}

/** The context that raises or lowers the importance of an activity. */
export interface ActivityContext {
  /** Whether this kind occurred on the farm in the seven days before. */
  readonly isKnownKind: boolean;
  /** Whether the same kind was reported for the same subject in the hour before. */
  readonly isRepeated: boolean;
  /** For expenses: the amount divided by the median monthly spending of the farm. */
  readonly monthlyShare?: number | null;
}

const SCORES = { firstOfKind: 10, repeated: -10, mostForExpense: 25 } as const;

/** Importance, 0 to 100; stored with the activity and never reduced. */
export function activityScore(base: number, activityContext: ActivityContext): number {
  const { isKnownKind, isRepeated, monthlyShare } = activityContext;
  const novelty = (isKnownKind ? 0 : SCORES.firstOfKind) + (isRepeated ? SCORES.repeated : 0);
  const share = Math.min(1, Math.max(0, monthlyShare ?? 0));
  const weighed = base + novelty + SCORES.mostForExpense * share;
  return Math.round(Math.min(100, Math.max(0, weighed)));
}
