import { type Issue, validationFailed } from '../../model/core/errors.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import { checkRow } from '../../model/validation/row-rules.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { addDays, DAY_MILLIS, formatInstant, MINUTE_MILLIS } from '../../tools/calendar.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../core/resource-rules.ts';
import { automationRules } from './automation-rules.ts';
import { contactRules, userRules } from './contact-rules.ts';
import {
  controllerCommandRules,
  deviceRules,
  envReadingRules,
  integrationRules,
  visionEventRules,
} from './device-rules.ts';
import { fieldReportRules } from './field-report-rules.ts';
import { barnRules, dailyLogRules, farmRules, flockRules } from './flock-rules.ts';
import { requireUnsealed } from './related-rows.ts';
import {
  expenseRules,
  feedDeliveryRules,
  feedOrderRules,
  saleRules,
  tenderBidRules,
} from './trade-rules.ts';
import { alertRules, regItemRules, supportTicketRules, taskRules } from './work-rules.ts';

const rulesByResource: { readonly [Name in ResourceName]?: ResourceRules } = {
  farms: farmRules,
  barns: barnRules,
  flocks: flockRules,
  'daily-logs': dailyLogRules,
  alerts: alertRules,
  tasks: taskRules,
  'field-reports': fieldReportRules,
  devices: deviceRules,
  integrations: integrationRules,
  'env-readings': envReadingRules,
  'vision-events': visionEventRules,
  'controller-commands': controllerCommandRules,
  automations: automationRules,
  'feed-deliveries': feedDeliveryRules,
  'feed-orders': feedOrderRules,
  sales: saleRules,
  expenses: expenseRules,
  contacts: contactRules,
  'tender-bids': tenderBidRules,
  users: userRules,
  'reg-items': regItemRules,
  'support-tickets': supportTicketRules,
};

const NO_RULES: ResourceRules = {};

/** The rules of a resource that its declaration cannot express; empty for most. */
export function rulesOf(resource: string): ResourceRules {
  return rulesByResource[resource as ResourceName] ?? NO_RULES;
}

/**
 * Sets the fields filled by the service and throws when the change is not allowed; returns the row
 * to write.
 */
export async function checkChange(change: RuleChange, context: RuleContext): Promise<StoredRow> {
  const { definition, before } = change;
  const rules = rulesOf(definition.name);
  const filledRow = { ...change.after, ...(await rules.fill?.(change, context)) };
  const complete = { ...change, after: filledRow };
  if (before) await requireUnsealed(definition.name, before, context);
  if (!before || before['flockId'] !== filledRow['flockId']) {
    await requireUnsealed(definition.name, { ...filledRow, sealed: false }, context);
  }
  const issues = [
    ...transitionIssues(complete),
    ...dateLimitIssues(complete, context),
    ...checkRow(definition, filledRow),
    ...withoutNoted((await rules.check?.(complete, context)) ?? [], context),
  ];
  if (issues.length > 0) throw validationFailed(issues);
  return filledRow;
}

/** Issues that prevent a change; mere doubts are reported separately if the caller accepts them. */
function withoutNoted(issues: readonly Issue[], { collectDoubts }: RuleContext): readonly Issue[] {
  if (!collectDoubts) return issues;
  const isDoubt = ({ code }: Issue) => code === 'implausible';
  collectDoubts(issues.filter(isDoubt));
  return issues.filter((issue) => !isDoubt(issue));
}

/** Number of days by which a date may be after the farm's today. */
const DAYS_AHEAD: Readonly<Record<string, { readonly field: string; readonly days: number }>> = {
  'daily-logs': { field: 'date', days: 0 },
  sales: { field: 'date', days: 365 },
  expenses: { field: 'date', days: 365 },
  'feed-deliveries': { field: 'date', days: 365 },
};

/** Time by which a measurement may be in the future; more for weather forecasts. */
const MILLIS_AHEAD: Readonly<Record<string, { readonly field: string; readonly millis: number }>> =
  {
    'env-readings': { field: 'ts', millis: 5 * MINUTE_MILLIS },
    'vision-events': { field: 'ts', millis: 5 * MINUTE_MILLIS },
  };
const FORECAST_MILLIS = 7 * DAY_MILLIS;

/** The issues of dates that are further in the future than the resource allows. */
export function dateLimitIssues(
  {
    definition,
    after,
  }: {
    readonly definition: Pick<RuleChange['definition'], 'name'>;
    readonly after: Readonly<Record<string, unknown>>;
  },
  context: Pick<RuleContext, 'now' | 'today'>,
): Issue[] {
  return [
    ...dayIssues(DAYS_AHEAD[definition.name], after, context.today),
    ...instantIssues(MILLIS_AHEAD[definition.name], after, context.now),
  ];
}

function dayIssues(
  limit: { readonly field: string; readonly days: number } | undefined,
  row: Readonly<Record<string, unknown>>,
  today: string,
): Issue[] {
  const value = limit && row[limit.field];
  const latest = limit && addDays(today, limit.days);
  if (!limit || !latest || typeof value !== 'string' || value <= latest) return [];
  return [tooLate(limit.field, latest)];
}

function instantIssues(
  limit: { readonly field: string; readonly millis: number } | undefined,
  row: Readonly<Record<string, unknown>>,
  now: number,
): Issue[] {
  const value = limit && row[limit.field];
  if (!limit || typeof value !== 'string') return [];
  const aheadMillis = row['source'] === 'weather' ? FORECAST_MILLIS : limit.millis;
  return Date.parse(value) <= now + aheadMillis
    ? []
    : [tooLate(limit.field, formatInstant(now + aheadMillis))];
}

function tooLate(path: string, latest: string): Issue {
  return {
    path,
    code: 'too_large',
    message: `${path} lies in the future; it must not be later than ${latest}.`,
    range: { max: latest },
  };
}

/**
 * The issue of a `status` change that the resource does not allow; an unchanged status has none.
 */
function transitionIssues({ definition, before, after }: RuleChange): Issue[] {
  if (!before || !definition.transitions) return [];
  const from = before['status'];
  const to = after['status'];
  if (typeof from !== 'string' || typeof to !== 'string' || from === to) return [];
  const allowed = definition.transitions[from] ?? [];
  if (allowed.includes(to)) return [];
  const next = allowed.length > 0 ? allowed.join(', ') : 'nothing';
  return [
    {
      path: 'status',
      code: 'forbidden_transition',
      message: `status cannot go from ${from} to ${to}; from ${from} it can go to ${next}.`,
      allowed,
    },
  ];
}
