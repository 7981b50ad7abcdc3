import { isDeepStrictEqual } from 'node:util';
import { type Frequency, nextDueDate } from '../../farming/metrics/dates.ts';
import type { Issue } from '../../model/core/errors.ts';
import { tasks } from '../../model/resources/tasks.ts';
import { findEqualRow, findLargestNumber } from '../../storage/records/find-rows.ts';
import { DAY_MILLIS, formatInstant } from '../../tools/calendar.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import type {
  RecordWriter,
  ResourceRules,
  RuleChange,
  RuleContext,
} from '../core/resource-rules.ts';
import { entersStatus, hasChanged, leavesStatus } from '../core/row-change.ts';
import { forbiddenStatus, stampEntry, stampStay } from './status-rules.ts';

/** Maintains the completion time of tasks, and the series of recurring ones. */
export const taskRules: ResourceRules = {
  fill(change, context) {
    const { id, frequency, seriesId } = change.after;
    const value = formatInstant(context.now);
    return {
      ...stampStay(change, { field: 'completedAt', statuses: ['done'], value }),
      // A recurring task is the first of its series, unless it was created as a later one.
      ...(frequency === 'once' ? {} : { seriesId: seriesId ?? id }),
    };
  },
  cascade: makeNextTask,
};

/**
 * Creates the next task of a series on completion, unless it exists: a task may be completed twice.
 */
async function makeNextTask(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  if (!entersStatus(change, ['done'])) return;
  const { id, orgId, farmId, seriesId, dueDate: wasDue, frequency } = change.after;
  const dueDate = nextDueDate(String(wasDue ?? context.today), frequency as Frequency);
  if (dueDate === null) return;
  const existing = await findEqualRow(context.transaction, tasks, {
    scope: { orgId, farmIds: 'all' },
    fields: { seriesId: String(seriesId), dueDate },
    exceptId: id,
    exceptStatus: ['cancelled'],
  });
  if (existing !== undefined) return;
  const { barnId, title, details, assignee, priority } = change.after;
  const values = { barnId, title, details, assignee, priority, frequency, seriesId, dueDate };
  await write.insert(tasks, { values, farmId: farmId ?? undefined }, context);
}

const DAYS_TO_REOPEN = 30;
const MOST_SEVERITIES_KEPT = 100;
const SETTLED = ['resolved', 'dismissed'];

/**
 * Maintains the times of acknowledgement and resolution, the resolution note, the severity history
 * and the re-opening limit of alerts.
 */
export const alertRules: ResourceRules = {
  fill(change, context) {
    const value = formatInstant(context.now);
    return {
      ...stampEntry(change, {
        field: 'acknowledgedAt',
        statuses: ['acknowledged', 'in_progress'],
        value,
      }),
      ...stampStay(change, { field: 'resolvedAt', statuses: SETTLED, value }),
      ...rememberSeverity(change, value),
      ...clearedNote(change),
      ...sourceOf(change),
    };
  },
  check: requireRecentSettling,
};

/** Re-opening an alert clears its resolution note, unless the change sets one; the history keeps it. */
function clearedNote(change: RuleChange): Readonly<Record<string, unknown>> {
  const isEmpty = (change.after['resolutionNote'] ?? null) === null;
  const isCleared =
    !isEmpty && leavesStatus(change, SETTLED) && !hasChanged(change, ['resolutionNote']);
  return isCleared ? { resolutionNote: null } : {};
}

/**
 * Re-opening an alert clears the rule that closed it and the words of its note; the next closing
 * sets them again. Texts changed by people are no longer translated.
 */
function sourceOf(change: RuleChange): Readonly<Record<string, unknown>> {
  const source = change.after['source'];
  if (!isRecord(source)) return {};
  const { closedByRule, words, ...rest } = source;
  const isLeft = leavesStatus(change, SETTLED);
  const isReopened = closedByRule !== undefined && isLeft;
  const hasNoteWords = Object(words)['resolutionNote'] !== undefined;
  const rewritten = [
    ...rewrittenTexts(change, words),
    ...(isLeft && hasNoteWords ? ['resolutionNote'] : []),
  ];
  if (!isReopened && rewritten.length === 0) return {};
  const unchanged = Object.entries(Object(words)).filter(([field]) => !rewritten.includes(field));
  return {
    source: {
      ...rest,
      ...(isReopened || closedByRule === undefined ? {} : { closedByRule }),
      ...(words === undefined ? {} : { words: Object.fromEntries(unchanged) }),
    },
  };
}

/** Texts that changed although their rule-based message did not. */
function rewrittenTexts(change: RuleChange, words: unknown): readonly string[] {
  if (change.before === undefined) return [];
  const storedWords = Object(change.before['source']).words;
  return Object.entries(Object(words)).flatMap(([field, word]) =>
    hasChanged(change, [field]) && isDeepStrictEqual(word, Object(storedWords)[field])
      ? [field]
      : [],
  );
}

/** Appends the severity with its time, unless the change sets the history. */
function rememberSeverity(change: RuleChange, at: string): Readonly<Record<string, unknown>> {
  const { before, after } = change;
  if (!hasChanged(change, ['severity'])) return {};
  const suppliedHistory = after['severityHistory'];
  if (before ? hasChanged(change, ['severityHistory']) : Array.isArray(suppliedHistory)) return {};
  const earlierSeverities: readonly unknown[] = Array.isArray(suppliedHistory)
    ? suppliedHistory
    : [];
  const history = [...earlierSeverities, { severity: after['severity'], at }];
  return { severityHistory: history.slice(-MOST_SEVERITIES_KEPT) };
}

function requireRecentSettling(change: RuleChange, { now }: RuleContext): readonly Issue[] {
  const { before } = change;
  if (!before || !leavesStatus(change, SETTLED)) return [];
  const settledAt = String(before['resolvedAt'] ?? before.updatedAt);
  if (now <= Date.parse(settledAt) + DAYS_TO_REOPEN * DAY_MILLIS) return [];
  return [
    forbiddenStatus(
      change,
      `the alert was settled at ${settledAt}, more than ${DAYS_TO_REOPEN} days ago`,
    ),
  ];
}

const ANSWERED = ['in_progress', 'waiting_customer', 'resolved', 'closed'];

/** Maintains the number of a ticket, and the times of its first response and closing. */
export const supportTicketRules: ResourceRules = {
  async fill(change, context) {
    const value = formatInstant(context.now);
    return {
      ...(await fillNumber(change, context)),
      ...stampEntry(change, { field: 'firstResponseAt', statuses: ANSWERED, value }),
      ...stampStay(change, { field: 'closedAt', statuses: ['closed'], value }),
    };
  },
};

async function fillNumber(
  { definition, before, after }: RuleChange,
  { transaction }: RuleContext,
): Promise<Readonly<Record<string, unknown>>> {
  if (before || after['number'] !== null) return {};
  const { orgId } = after;
  await transaction.lock(`support-ticket-number ${orgId}`);
  const largest = await findLargestNumber(transaction, definition, { orgId, field: 'number' });
  return { number: largest + 1 };
}

/** Maintains the approval day of regulation items. */
export const regItemRules: ResourceRules = {
  fill(change, { today }) {
    // An expired approval is due again, and incomplete until the next approval.
    const isNewRound = leavesStatus(change, ['expired']) && !hasChanged(change, ['completedAt']);
    if (isNewRound && change.after['status'] === 'due') return { completedAt: null };
    return stampEntry(change, { field: 'completedAt', statuses: ['approved'], value: today });
  },
};
