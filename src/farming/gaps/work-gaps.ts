import { HOUR_MILLIS, parseInstant } from '../../tools/calendar.ts';
import { editorRefusal, neededScopes, type PlannedWork } from '../automations/editor-rights.ts';
import { readTrigger } from '../automations/trigger.ts';
import type { EditedAutomation } from '../core/farm-snapshot.ts';
import { timeAgo } from '../core/figure.ts';
import { alertFix, replyFix } from '../core/fixes.ts';
import { isWaitingQuestion, openAlerts, type Severity } from '../core/open-items.ts';
import { alertTitle } from '../core/stored-texts.ts';
import { type BriefingGapSnapshot, type FoundGap, type GapSnapshot, idsOf } from './gap.ts';

/** Alerts open for more than three days; alerts of a sealed case file cannot be closed. */
export function findOpenAlerts({ alerts, now, thresholds }: GapSnapshot): FoundGap[] {
  const before = now - thresholds.alertOpenHours * HOUR_MILLIS;
  return alerts.flatMap((alert) => {
    const createdAt = parseInstant(alert.createdAt) ?? now;
    const { fix } = alertFix(alert);
    if (!fix || createdAt >= before) return [];
    return [
      {
        subject: alert.id,
        severity: alert.severity === 'critical' ? 'critical' : 'warning',
        why: 'message',
        params: { alert: alertTitle(alert), ago: timeAgo(createdAt, now) },
        ids: idsOf({ alertId: alert.id, barnId: alert.barnId, flockId: alert.flockId }),
        count: alert.occurrences ?? 1,
        since: alert.createdAt,
        fix,
      } satisfies FoundGap,
    ];
  });
}

/** Unanswered questions of workers, more severe the longer they wait. */
export function findWaitingQuestions(snapshot: GapSnapshot): FoundGap[] {
  return snapshot.fieldReports.filter(isWaitingQuestion).map((report) => {
    const askedAt = parseInstant(report.createdAt) ?? snapshot.now;
    return {
      subject: report.id,
      severity: waitingSeverity(snapshot.now - askedAt, snapshot),
      why: 'message',
      params: {
        author: report.authorName ?? '',
        isNamed: report.authorName === null ? 'no' : 'yes',
        ago: timeAgo(askedAt, snapshot.now),
        question: excerpt(report.rawText),
      },
      ids: idsOf({ fieldReportId: report.id, barnId: report.barnId, flockId: report.flockId }),
      count: 1,
      since: report.createdAt,
      fix: replyFix(report),
    };
  });
}

function waitingSeverity(waitedMillis: number, { thresholds }: GapSnapshot): Severity {
  if (waitedMillis > thresholds.questionCriticalHours * HOUR_MILLIS) return 'critical';
  return waitedMillis > thresholds.questionWarningHours * HOUR_MILLIS ? 'warning' : 'info';
}

const LONGEST = 160;
const ELLIPSIS = '…';

/** The beginning of a text on one line, without splitting characters. */
function excerpt(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const characters = [...line];
  if (characters.length <= LONGEST) return line;
  return `${characters
    .slice(0, LONGEST - 1)
    .join('')
    .trimEnd()}${ELLIPSIS}`;
}

/** A farm without coordinates: weather and time zone depend on them. */
export function findMissingCoordinates({ farm }: GapSnapshot): FoundGap[] {
  if (farm.latitude !== null && farm.longitude !== null) return [];
  return [
    {
      ...aboutFarm(farm),
      severity: 'info',
      why: 'message',
      fix: {
        method: 'PATCH',
        path: `/farms/${farm.id}`,
        body: { latitude: null, longitude: null },
        action: 'set_farm_location',
      },
    },
  ];
}

/** A farm without contacts, or with live flocks and no vet among the contacts. */
export function findMissingContacts(snapshot: GapSnapshot): FoundGap[] {
  const { farm, contacts, liveFlocks } = snapshot;
  const hasBirds = liveFlocks.some(({ status }) => status !== 'planned');
  const lacksVet = hasBirds && !contacts.some(({ kind }) => kind === 'vet');
  if (contacts.length > 0 && !lacksVet) return [];
  return [
    {
      ...aboutFarm(farm),
      severity: lacksVet ? 'warning' : 'info',
      why: contacts.length === 0 ? 'none' : 'vet',
      fix: {
        method: 'POST',
        path: '/contacts',
        body: { farmId: farm.id, kind: 'vet', name: null, phone: null },
        action: 'create_contact',
      },
    },
  ];
}

/** Roles that receive critical alerts. */
const MANAGERS: readonly string[] = ['owner', 'admin', 'manager'];

/** A farm whose critical alerts reach nobody, or only the people on call. */
export function findUnreachable({
  farm,
  reach,
  liveFlocks,
  users,
  alerts,
}: BriefingGapSnapshot): FoundGap[] {
  if (reach === 'anytime') return [];
  const hasManager = users.some(({ role }) => MANAGERS.includes(role ?? ''));
  const hasBirds = liveFlocks.some(({ status }) => status !== 'planned');
  const severity = reach === 'nobody' ? 'critical' : 'warning';
  // A critical alert needs a recipient even after the birds have left.
  const isAlarmed = openAlerts(alerts)[0]?.severity === 'critical';
  return [
    {
      ...aboutFarm(farm),
      severity: hasBirds || isAlarmed ? severity : 'info',
      why: hasManager ? reach : 'no_people',
      since: null,
      fix: hasManager
        ? {
            method: 'POST',
            path: '/os/notices/channels',
            body: { userId: null, kind: 'email', address: null },
          }
        : {
            method: 'POST',
            path: '/users',
            body: { farmId: farm.id, name: null, role: 'manager' },
          },
    },
  ];
}

function aboutFarm({ id, name, createdAt }: GapSnapshot['farm']) {
  return { subject: id, ids: { farmId: id }, params: { farm: name }, count: 1, since: createdAt };
}

/** Enabled automations that may not act with the rights of the key that last saved them. */
export function findBlockedAutomations({ editedAutomations, farm, now }: GapSnapshot): FoundGap[] {
  return editedAutomations.flatMap((automation) => {
    const { id, name, barnId, editor, updatedAt, trigger } = automation;
    const requiredScopes = neededScopes(readTrigger(trigger), usualWork(automation));
    const refusal = editorRefusal(editor, { farmId: farm.id, now, needs: requiredScopes });
    if (!refusal) return [];
    return [
      {
        subject: id,
        severity: 'critical',
        why: 'message',
        params: { automation: name, reason: refusal.text },
        ids: idsOf({ automationId: id, barnId }),
        count: 1,
        since: sinceOf(automation) ?? updatedAt,
        // Saving it unchanged gives it the rights of the key that saves it.
        fix: { method: 'PATCH', path: `/automations/${id}`, body: { enabled: true } },
      } satisfies FoundGap,
    ];
  });
}

function sinceOf({ editor }: EditedAutomation): string | null {
  return editor?.key?.revokedAt ?? editor?.key?.expiresAt ?? null;
}

/** The work it does when no check prevents it. */
function usualWork({ mode, action }: EditedAutomation): PlannedWork {
  const { task, command } = (action ?? {}) as Readonly<Record<string, unknown>>;
  if (mode === 'alert_only') return { kind: 'alert' };
  if (typeof task === 'object' && task !== null) return { kind: 'task' };
  return typeof command === 'string' ? { kind: 'command', mode } : { kind: 'alert' };
}
