import { type Message, message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import {
  addDays,
  dayInZone,
  formatInstant,
  parseInstant,
  startOfDay,
} from '../../tools/calendar.ts';
import type { Steps } from '../../tools/concurrency.ts';
import type { FarmFrame, FarmSnapshot, SnapshotPart } from '../core/farm-snapshot.ts';
import { isOver } from '../core/figure.ts';
import { isOpenAlert, severityRank } from '../core/open-items.ts';
import type { AlertRule, AlertRuleName, RuleFinding } from './alert-rule.ts';

/**
 * The result of a rule for a barn, a flock or a medicine: an alert, or a step towards closing one.
 */
export interface AlertVerdict {
  readonly rule: AlertRuleName;
  /** Per farm, at most one alert is open for each key. */
  readonly key: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  readonly at: string;
  readonly severity: 'warning' | 'critical' | null;
  readonly category: string;
  readonly title: Message;
  /** When `severity` is null, the closing note. */
  readonly message: Message;
  readonly closesAfter: number;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** The verdicts of all rules for a farm, and the errors of the rules that failed. */
export interface FarmEvaluation {
  readonly verdicts: readonly AlertVerdict[];
  readonly failures: readonly { readonly rule: AlertRuleName; readonly error: unknown }[];
}

/** Applies rules to a farm, one step per rule; a rule that throws does not affect the others. */
export function* evaluateRules<P extends SnapshotPart>(
  rules: readonly AlertRule<P>[],
  snapshot: FarmSnapshot<P>,
): Steps<FarmEvaluation> {
  const verdicts: AlertVerdict[] = [];
  const failures: FarmEvaluation['failures'][number][] = [];
  for (const rule of rules) {
    try {
      const ruleVerdicts = rule.find(snapshot).map((finding) => verdictOf(rule, finding, snapshot));
      verdicts.push(...ruleVerdicts);
    } catch (error) {
      failures.push({ rule: rule.rule, error });
    }
    yield;
  }
  return { verdicts, failures };
}

/** The key of a rule's alert about a subject. */
export function alertKey(rule: string, subject: string): string {
  return `${rule}:${subject}`;
}

function verdictOf(
  { rule, category, closesAfter }: Pick<AlertRule, 'rule' | 'category' | 'closesAfter'>,
  { subject, barnId, flockId, severity, why, params, evidence }: RuleFinding,
  { now }: FarmFrame,
): AlertVerdict {
  return {
    rule,
    key: alertKey(rule, subject),
    barnId,
    flockId,
    at: formatInstant(now),
    severity,
    category,
    title: message(`alert.${rule}.title`, params),
    message: message(`alert.${rule}.${why}`, params),
    closesAfter,
    evidence,
  };
}

type Alert = FarmSnapshot<'alerts'>['alerts'][number];
type Source = Readonly<Record<string, unknown>>;

/**
 * The verdicts that change something. Excluded are findings without a problem when no alert is
 * open, and repeated evidence: an open alert does not count the log of one day every hour, and
 * evidence known to the person who closed an alert, or figures hardly different from it, do not
 * reopen it. For an alert closed by a rule they do: its condition had ended and has returned.
 */
export function pertinentVerdicts(
  verdicts: readonly AlertVerdict[],
  { alerts }: FarmSnapshot<'alerts'>,
): AlertVerdict[] {
  const newest = new Map<string, Alert>();
  // Alerts are sorted newest first, and an alert of an earlier flock in a barn has the same key.
  for (const alert of alerts.toReversed())
    newest.set(placeKey(sourceOf(alert)['key'], alert), alert);
  return verdicts.filter((verdict) => {
    const alert = newest.get(placeKey(verdict.key, verdict));
    if (!alert) return verdict.severity !== null;
    if (verdict.severity === null) return isOpenAlert(alert);
    return isGraver(verdict, alert) || wasClosedByRule(alert) || !isReported(verdict, alert);
  });
}

/** The source of a rule's alert; empty for an alert written by people. */
export function sourceOf({ source }: Pick<Alert, 'source'>): Source {
  return typeof source === 'object' && source !== null ? (source as Source) : {};
}

function placeKey(key: unknown, { flockId }: { readonly flockId: string | null }): string {
  return `${String(key)} ${flockId ?? ''}`;
}

function isGraver({ severity }: AlertVerdict, alert: Alert): boolean {
  return severityRank(severity) > severityRank(alert.severity);
}

function wasClosedByRule(alert: Alert): boolean {
  return !isOpenAlert(alert) && sourceOf(alert)['closedByRule'] === true;
}

function isReported({ evidence }: AlertVerdict, alert: Alert): boolean {
  const source = sourceOf(alert);
  const isSame = isOpenAlert(alert) ? isEqual : isAlike;
  return Object.entries(evidence).every(([name, value]) => isSame(value, source[name]));
}

function isEqual(value: unknown, stored: unknown): boolean {
  return JSON.stringify(stored ?? null) === JSON.stringify(value ?? null);
}

/** Maximum relative difference of figures that are not new to the person who closed an alert. */
const ALIKE_SHARE = 0.1;

function isAlike(value: unknown, stored: unknown): boolean {
  if (typeof value !== 'number' || typeof stored !== 'number') return isEqual(value, stored);
  return !isOver(Math.abs(value - stored), Math.abs(stored) * ALIKE_SHARE);
}

/** The scope of a scan: air, all rules, or all rules and gaps. */
export type ScanKind = 'air' | 'rules' | 'full';

/** The scan times of a farm. */
export interface ScanTimes {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly zone: string;
  /** When all rules, and the full scan, were last run; null when never. */
  readonly rulesAt: string | null;
  readonly fullAt: string | null;
  readonly thresholds: Pick<Thresholds, 'brainMorningHour' | 'brainEveningHour'>;
}

const HOUR_MILLIS = 3_600_000;

/**
 * The scan that is due for a farm: the full scan twice a day in farm time, all rules every hour,
 * the air at every call. Missed scans are made up for once.
 */
export function dueScan(times: ScanTimes): ScanKind {
  const { now, zone, thresholds } = times;
  const today = dayInZone(now, zone);
  const hours = [thresholds.brainMorningHour, thresholds.brainEveningHour];
  const moments = [addDays(today, -1), today].flatMap((day) =>
    hours.map((hour) => startOfDay(day, zone) + hour * HOUR_MILLIS),
  );
  const lastFull = Math.max(...moments.filter((moment) => moment <= now));
  if (isBefore(times.fullAt, lastFull, now)) return 'full';
  const lastHour = Math.floor(now / HOUR_MILLIS) * HOUR_MILLIS;
  return isBefore(times.rulesAt, lastHour, now) ? 'rules' : 'air';
}

/** A scan time in the future comes from a wrong clock. */
function isBefore(scannedAt: string | null, moment: number, now: number): boolean {
  const at = parseInstant(scannedAt ?? '');
  return at === undefined || at < moment || at > now;
}
