import type { Issue } from '../../../model/errors.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import { forbiddenStatus } from '../forbidden-status.ts';
import { isJsonObject } from '../is-json-object.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { hasChanged, leavesStatus } from '../row-change.ts';
import { stampEntry, stampStay } from '../status-stamps.ts';

const DAYS_TO_REOPEN = 30;
const DAY_MILLIS = 86_400_000;
const MOST_SEVERITIES_KEPT = 100;
const SETTLED = ['resolved', 'dismissed'];

/** When an alert was acknowledged and resolved, how its severity went, and how late it may be re-opened. */
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
      ...forgetClosing(change),
    };
  },
  check: requireRecentSettling,
};

/** An alert that is open again was closed by nobody; who closes it next decides anew. */
function forgetClosing(change: RuleChange): Readonly<Record<string, unknown>> {
  const source = change.after['source'];
  if (!leavesStatus(change, SETTLED) || !isJsonObject(source)) return {};
  const { closedByRule, ...kept } = source;
  return closedByRule === undefined ? {} : { source: kept };
}

/** Appends the severity with its time, unless the change brings a history of its own. */
function rememberSeverity(change: RuleChange, at: string): Readonly<Record<string, unknown>> {
  const { before, after } = change;
  if (!hasChanged(change, ['severity'])) return {};
  const brought = after['severityHistory'];
  if (before ? hasChanged(change, ['severityHistory']) : Array.isArray(brought)) return {};
  const known: readonly unknown[] = Array.isArray(brought) ? brought : [];
  const history = [...known, { severity: after['severity'], at }];
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
