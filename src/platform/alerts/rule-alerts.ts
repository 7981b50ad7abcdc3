import { type AlertWords, alertWords } from '../../farming/core/stored-texts.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import type { Message } from '../../model/core/message.ts';
import { alerts } from '../../model/resources/alerts.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import { lockFlocksShared } from '../../storage/records/lock-rows.ts';
import { listRuleAlerts, type RuleAlert, storeRuleAlert } from '../../storage/system/farm-scans.ts';
import { distinct } from '../../tools/collections.ts';
import { lockRules } from '../core/lock-order.ts';
import { findTranslator } from '../core/organisation-setup.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import { changeRecord, insertRecord } from '../records/write-record.ts';

type Alert = StoredOf<'alerts'> & StoredRow;
type Severity = NonNullable<RuleVerdict['severity']>;

type Raise = RuleVerdict & { readonly severity: Severity };

const REOPEN_MILLIS = 24 * 3_600_000;
const RANKS: Readonly<Record<string, number>> = { info: 0, warning: 1, critical: 2 };
const SETTLED = ['resolved', 'dismissed'];
const { max: LONGEST_TITLE } = alerts.fields.title;
const { max: LONGEST_MESSAGE } = alerts.fields.message;
const { max: MOST_OCCURRENCES } = alerts.fields.occurrences;

/**
 * Opens, escalates and closes the alerts of rules, in the transaction of the evaluated change; all
 * rules use it. Each key of a farm has at most one open alert: a repeated verdict counts an
 * occurrence and updates the figures; the severity is only increased. Within 24 hours a resolved
 * alert is re-opened, later a new one is opened; a dismissed one stays dismissed within that time
 * unless the severity increases. `context` is that of the farm.
 */
export async function applyRuleVerdicts(
  context: RuleContext & { readonly farmId: string },
  verdicts: readonly RuleVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const { transaction, farmId, actor } = context;
  // Serialised: two concurrent calls would both find no alert.
  await lockRules(context);
  const keys = [...new Set(verdicts.map(({ key }) => key))];
  const existing = new Map(
    (await listRuleAlerts(transaction, farmId, keys)).map((alert) => [alert.key, alert]),
  );
  const isSilent = verdicts.every(({ severity, key }) => severity === null && !existing.has(key));
  if (isSilent) return;
  const sealed = await sealedFlocksOf(context, verdicts);
  const alerting = { context, translator: await findTranslator(transaction, actor.orgId) };
  for (const verdict of [...verdicts].sort(byMoment)) {
    // The alerts of a sealed case file are immutable.
    if (verdict.flockId !== null && sealed.has(verdict.flockId)) continue;
    const before = existing.get(verdict.key);
    const after = await applyVerdict(alerting, verdict, before);
    if (!after || (after.alertId === before?.alertId && after.quiet === before.quiet)) continue;
    existing.set(verdict.key, after);
    await storeRuleAlert(transaction, { ...after, orgId: actor.orgId, farmId });
  }
}

/** The sealed flocks among those of the verdicts; prevents sealing the others meanwhile. */
function sealedFlocksOf(
  { transaction, actor, farmId }: RuleContext & { readonly farmId: string },
  verdicts: readonly RuleVerdict[],
): Promise<ReadonlySet<string>> {
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  return lockFlocksShared(transaction, scope, distinct(verdicts.map(({ flockId }) => flockId)));
}

interface AlertContext {
  readonly context: RuleContext & { readonly farmId: string };
  readonly translator: Translator;
}

/** Makes the resulting alerts independent of the order of the verdicts. */
function byMoment(left: RuleVerdict, right: RuleVerdict): number {
  const [one, other] = [`${left.at} ${left.key}`, `${right.at} ${right.key}`];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

async function applyVerdict(
  alerting: AlertContext,
  verdict: RuleVerdict,
  existing: RuleAlert | undefined,
): Promise<RuleAlert | undefined> {
  const isRaise = verdict.severity !== null;
  if (!isRaise && !existing) return undefined;
  const alert = existing && (await findAlert(alerting, verdict, existing));
  const quietCount = verdict.quietInARow ?? (isRaise ? 0 : (existing?.quiet ?? 0) + 1);
  const raised = isRaise ? await raise(alerting, verdict as Raise, alert) : alert;
  if (raised && quietCount >= verdict.closesAfter) await close(alerting, verdict, raised);
  const alertId = raised?.id ?? existing?.alertId;
  return alertId === undefined ? undefined : { key: verdict.key, alertId, quiet: quietCount };
}

/** The alert of a key, locked; alerts of an earlier flock are ignored. */
async function findAlert(
  { context }: AlertContext,
  { flockId }: RuleVerdict,
  { alertId: id }: RuleAlert,
): Promise<Alert | undefined> {
  const { transaction, actor, farmId } = context;
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, alerts, { id, scope, forUpdate: true });
  if (json === undefined) return undefined;
  const alert = storedFromJson(json, actor.orgId) as Alert;
  return alert.flockId === flockId && !alert.sealed ? alert : undefined;
}

async function raise(
  alerting: AlertContext,
  verdict: Raise,
  alert: Alert | undefined,
): Promise<Alert> {
  const { context } = alerting;
  if (!alert || isPast(alert, context.now)) return open(alerting, verdict);
  const rise = rankOf(verdict.severity) - rankOf(alert.severity);
  if (alert.status === 'dismissed' && rise <= 0) return alert;
  const isSettled = SETTLED.includes(alert.status ?? '');
  const source = alert.source as Evidence | null;
  const isNewer = verdict.at >= String(source?.['at'] ?? '');
  const { occasion } = verdict;
  const isSeenAgain = !isSettled && occasion !== undefined && occasion === source?.['occasion'];
  const occurrences = alert.occurrences ?? 1;
  const isReported = isSettled || isNewer;
  return change(alerting, alert, {
    ...(isReported ? wordsOf(alerting, verdict) : {}),
    ...(isSettled ? { status: 'open' } : {}),
    severity: isSettled || rise > 0 ? verdict.severity : alert.severity,
    occurrences: isSeenAgain ? occurrences : Math.min(MOST_OCCURRENCES, occurrences + 1),
  });
}

type Evidence = Readonly<Record<string, unknown>>;

async function open(alerting: AlertContext, verdict: Raise): Promise<Alert> {
  const { context } = alerting;
  const { barnId, flockId, severity, category } = verdict;
  const values = { barnId, flockId, severity, category, ...wordsOf(alerting, verdict) };
  const { json } = await insertRecord(alerts, { values, farmId: context.farmId }, context);
  return storedFromJson(json, context.actor.orgId) as Alert;
}

async function close(alerting: AlertContext, verdict: RuleVerdict, alert: Alert): Promise<void> {
  if (SETTLED.includes(alert.status ?? '')) return;
  const hasNote = verdict.severity === null;
  const note = renderMessage(alerting.translator, verdict.message).slice(0, LONGEST_MESSAGE);
  const words: AlertWords = { ...alertWords(alert), resolutionNote: verdict.message };
  await change(alerting, alert, {
    status: 'resolved',
    // Lets the same evidence re-open it: nobody has dismissed it.
    source: {
      ...(alert.source as Evidence | null),
      ...(hasNote ? { words } : {}),
      closedByRule: true,
    },
    ...(hasNote ? { resolutionNote: note } : {}),
  });
}

async function change(
  { context }: AlertContext,
  before: Alert,
  changes: Readonly<Record<string, unknown>>,
): Promise<Alert> {
  const { json } = await changeRecord(alerts, { before, changes }, context);
  return storedFromJson(json, context.actor.orgId) as Alert;
}

function wordsOf(
  { translator }: AlertContext,
  { title, message, rule, key, at, occasion, evidence }: RuleVerdict,
) {
  return {
    title: renderMessage(translator, title).slice(0, LONGEST_TITLE),
    message: renderMessage(translator, message).slice(0, LONGEST_MESSAGE),
    source: {
      rule,
      key,
      at,
      occasion,
      ...evidence,
      words: { title, message } satisfies AlertWords,
    },
  };
}

function isPast({ status, resolvedAt, updatedAt }: Alert, now: number): boolean {
  if (!SETTLED.includes(status ?? '')) return false;
  return Date.parse(resolvedAt ?? updatedAt) < now - REOPEN_MILLIS;
}

function rankOf(severity: string | null): number {
  return RANKS[severity ?? ''] ?? 0;
}

/** The verdict of a rule on a barn or flock: an alert to open or escalate, or none. */
export interface RuleVerdict {
  /** Name of the rule, stored in `source.rule` of the alert. */
  readonly rule: string;
  /** At most one alert is open per key of a farm: the rule with its barn or flock. */
  readonly key: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  /** The evaluated instant. */
  readonly at: string;
  /** Null when the rule found nothing: counts towards closing its alert. */
  readonly severity: 'info' | 'warning' | 'critical' | null;
  readonly category: string;
  readonly title: Message;
  /** The closing note when `severity` is null. */
  readonly message: Message;
  /** Number of consecutive verdicts without a finding that close the alert. */
  readonly closesAfter: number;
  /** The current number of them, when the rule counts them itself; else they are counted here. */
  readonly quietInARow?: number;
  /**
   * The evaluated occasion, such as a day: a repeated verdict on it counts no further occurrence of
   * its open alert.
   */
  readonly occasion?: string;
  /** The input of the rule, stored in `source` of the alert. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** The rules of alerts raised by automations. */
export type AutomationAlertRule = 'automation' | 'automation_approval' | 'automation_loop';

/**
 * The key of an automation alert: for a condition the automation and its barn, for a command
 * awaiting approval the command, for a loop the barn.
 */
export function automationAlertKey(rule: AutomationAlertRule, ...ids: readonly string[]): string {
  return [rule, ...ids].join('|');
}
