import { type Message, message } from '../../model/message.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { runSteps, type Steps } from '../../tools/steps.ts';
import type { FarmFrame, FarmSnapshot, SnapshotPart } from '../snapshot/farm-snapshot.ts';
import type { AlertRule, AlertRuleName, RuleFinding } from './alert-rule.ts';

/** What a rule says of a barn, a flock or a medicine: an alert, or a step to the end of one. */
export interface AlertVerdict {
  readonly rule: AlertRuleName;
  /** One alert is open at a time for each key of a farm. */
  readonly key: string;
  readonly barnId: string | null;
  readonly flockId: string | null;
  readonly at: string;
  readonly severity: 'warning' | 'critical' | null;
  readonly category: string;
  readonly title: Message;
  /** Where `severity` is null, the note of the closing. */
  readonly message: Message;
  readonly closesAfter: number;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** What all rules say of a farm, and which of them failed with what. */
export interface FarmJudgement {
  readonly verdicts: readonly AlertVerdict[];
  readonly failures: readonly { readonly rule: AlertRuleName; readonly error: unknown }[];
}

/** Applies rules to a farm without a pause. */
export function judgeFarm<P extends SnapshotPart>(
  rules: readonly AlertRule<P>[],
  snapshot: FarmSnapshot<P>,
): FarmJudgement {
  return runSteps(judgeSteps(rules, snapshot));
}

/** Applies rules to a farm, each as one step; one that throws leaves the others standing. */
export function* judgeSteps<P extends SnapshotPart>(
  rules: readonly AlertRule<P>[],
  snapshot: FarmSnapshot<P>,
): Steps<FarmJudgement> {
  const verdicts: AlertVerdict[] = [];
  const failures: FarmJudgement['failures'][number][] = [];
  for (const rule of rules) {
    try {
      const found = rule.find(snapshot).map((finding) => verdictOf(rule, finding, snapshot));
      verdicts.push(...found);
    } catch (error) {
      failures.push({ rule: rule.rule, error });
    }
    yield;
  }
  return { verdicts, failures };
}

/** The key under which a rule raises the alert of a subject. */
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
