import { type AlertWords, alertWords } from '../../farming/core/alert-words.ts';
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

/** A verdict that raises an alert. */
type Raise = RuleVerdict & { readonly severity: Severity };

const REOPEN_MILLIS = 24 * 3_600_000;
const RANKS: Readonly<Record<string, number>> = { info: 0, warning: 1, critical: 2 };
const SETTLED = ['resolved', 'dismissed'];
const { max: LONGEST_TITLE } = alerts.fields.title;
const { max: LONGEST_MESSAGE } = alerts.fields.message;
const { max: MOST_OCCURRENCES } = alerts.fields.occurrences;

/**
 * Opens, raises and closes the alerts of rules, in the transaction of what they judged; the one way
 * for rules to do so. Each key of a farm has one open alert: seen again, it counts an occurrence and
 * tells the newest figures; its severity goes up, never down. Resolved within the last 24 hours, it is opened again, later
 * than that a new one is; dismissed within them, it stays so unless it is graver now. `context` is
 * the farm's.
 */
export async function applyRuleVerdicts(
  context: RuleContext & { readonly farmId: string },
  verdicts: readonly RuleVerdict[],
): Promise<void> {
  if (verdicts.length === 0) return;
  const { transaction, farmId, actor } = context;
  // Two calls at the same moment would both find no alert.
  await lockRules(context);
  const keys = [...new Set(verdicts.map(({ key }) => key))];
  const kept = new Map(
    (await listRuleAlerts(transaction, farmId, keys)).map((alert) => [alert.key, alert]),
  );
  const isSilent = verdicts.every(({ severity, key }) => severity === null && !kept.has(key));
  if (isSilent) return;
  const sealed = await sealedFlocksOf(context, verdicts);
  const alerting = { context, translator: await findTranslator(transaction, actor.orgId) };
  for (const verdict of [...verdicts].sort(byMoment)) {
    // Nothing is added to a sealed case file, nor taken back in it.
    if (verdict.flockId !== null && sealed.has(verdict.flockId)) continue;
    const before = kept.get(verdict.key);
    const after = await applyVerdict(alerting, verdict, before);
    if (!after || (after.alertId === before?.alertId && after.quiet === before.quiet)) continue;
    kept.set(verdict.key, after);
    await storeRuleAlert(transaction, { ...after, orgId: actor.orgId, farmId });
  }
}

/** Which flocks that the verdicts are about are sealed; the others stay unsealed meanwhile. */
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

/** So that the same verdicts leave the same alerts, in whatever order they are given. */
function byMoment(left: RuleVerdict, right: RuleVerdict): number {
  const [one, other] = [`${left.at} ${left.key}`, `${right.at} ${right.key}`];
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

async function applyVerdict(
  alerting: AlertContext,
  verdict: RuleVerdict,
  kept: RuleAlert | undefined,
): Promise<RuleAlert | undefined> {
  const isRaise = verdict.severity !== null;
  if (!isRaise && !kept) return undefined;
  const alert = kept && (await findAlert(alerting, verdict, kept));
  const quiet = verdict.quietInARow ?? (isRaise ? 0 : (kept?.quiet ?? 0) + 1);
  const raised = isRaise ? await raise(alerting, verdict as Raise, alert) : alert;
  if (raised && quiet >= verdict.closesAfter) await close(alerting, verdict, raised);
  const alertId = raised?.id ?? kept?.alertId;
  return alertId === undefined ? undefined : { key: verdict.key, alertId, quiet };
}

/** The alert of a key, held against other changes; one of an earlier flock is of the past. */
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
    // So that the same evidence opens it again: nobody has decided that it does not matter.
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

/** What a rule says of a barn or a flock: an alert to open or raise, or that there is nothing. */
export interface RuleVerdict {
  /** The name of the rule, kept in `source.rule` of the alert. */
  readonly rule: string;
  /** One alert is open at a time for each key of a farm: the rule with its barn or flock. */
  readonly key: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  /** The moment that was judged. */
  readonly at: string;
  /** Null where the rule was judged and holds nothing: a step towards closing its alert. */
  readonly severity: 'info' | 'warning' | 'critical' | null;
  readonly category: string;
  readonly title: Message;
  /** Where `severity` is null, the note of the closing. */
  readonly message: Message;
  /** How many verdicts in a row that hold nothing close the alert. */
  readonly closesAfter: number;
  /** How many there are, where the rule counts them by itself; else they are counted here. */
  readonly quietInARow?: number;
  /** What was judged, such as a day: an open alert that is raised by it again counts no further occurrence. */
  readonly occasion?: string;
  /** What the rule looked at, kept in `source` of the alert. */
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** The rules under which automations raise alerts. */
export type AutomationAlertRule = 'automation' | 'automation_approval' | 'automation_loop';

/**
 * The key under which an alert of automations is open: of a condition the automation in its barn,
 * of a command that waits for a yes the command, of a loop the barn.
 */
export function automationAlertKey(rule: AutomationAlertRule, ...ids: readonly string[]): string {
  return [rule, ...ids].join('|');
}
