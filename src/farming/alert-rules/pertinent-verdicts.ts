import { isOpenAlert } from '../gaps/is-open-alert.ts';
import { severityRank } from '../gaps/severity-rank.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { AlertVerdict } from './judge-farm.ts';

type Alert = FarmSnapshot<'alerts'>['alerts'][number];
type Source = Readonly<Record<string, unknown>>;

/**
 * The verdicts that change something. Left out are good news of what has no open alert, and the
 * same evidence told again: an open alert does not count the log of one day every hour, and one
 * that somebody has closed knowing it is not opened again by it. An alert that a rule has closed is:
 * its condition had ended, and has returned.
 */
export function pertinentVerdicts(
  verdicts: readonly AlertVerdict[],
  { alerts }: FarmSnapshot<'alerts'>,
): AlertVerdict[] {
  const newest = new Map<string, Alert>();
  // The newest are first, and an alert of an earlier flock has the same key in a barn.
  for (const alert of alerts.toReversed())
    newest.set(placeKey(sourceOf(alert)['key'], alert), alert);
  return verdicts.filter((verdict) => {
    const alert = newest.get(placeKey(verdict.key, verdict));
    if (!alert) return verdict.severity !== null;
    if (verdict.severity === null) return isOpenAlert(alert);
    return isGraver(verdict, alert) || wasClosedByRule(alert) || !isTold(verdict, sourceOf(alert));
  });
}

/** What an alert was raised by; nothing of one that people wrote. */
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

function isTold({ evidence }: AlertVerdict, source: Source): boolean {
  return Object.entries(evidence).every(
    ([name, value]) => JSON.stringify(source[name] ?? null) === JSON.stringify(value ?? null),
  );
}
