import {
  calmUntil,
  type DutyMoment,
  defaultDutyPlan,
  type NoticeProgress,
  noticeMillis,
  planNotice,
} from '../../farming/notices/plan-notices.ts';
import type { Connection, Transaction } from '../../storage/core/database.ts';
import {
  listDuties,
  listUsableChannels,
  type StoredChannel,
  type StoredDuty,
} from '../../storage/system/notice-channels.ts';
import {
  addToIncident,
  finishIncident,
  type IncidentAlert,
  listIncidentAlerts,
  listUsersWithRoles,
  lockDueIncidents,
  markReported,
  postponeIncident,
  type StoredIncident,
} from '../../storage/system/notice-incidents.ts';
import {
  cancelSuperseded,
  insertNotices,
  newNotice,
  type StoredNotice,
} from '../../storage/system/notices.ts';
import { findUserRights, type UserRights } from '../../storage/system/sign-in.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { MAX_FUTURE_MILLIS } from '../../tools/retry.ts';
import { peopleOf } from '../access/farm-people.ts';
import { type FarmZones, farmZones, zoneOf } from '../core/farm-zone.ts';
import type { Runtime, SideEffects } from '../core/runtime.ts';

/** Severities that cause notifications. */
const NOTIFIED = ['critical', 'warning'];

/** Timers may fire a millisecond early. */
const TIMER_SLACK_MILLIS = 5;

/**
 * Adds an alert that was opened, reopened or became more severe to the incident of its farm, in the
 * transaction of that change. Repeated occurrences of an open alert add nothing.
 */
export const followAlerts: SideEffects = async (runtime, rowEvent) => {
  const { resource, before, after, transaction, now } = rowEvent;
  if (resource !== 'alerts' || after === undefined || after.farmId === null) return;
  const severity = String(after['severity']);
  if (after['status'] !== 'open' || !NOTIFIED.includes(severity)) return;
  if (before?.['status'] === 'open' && before['severity'] === severity) return;
  const { id: alertId, orgId, farmId } = after;
  await addToIncident(transaction, alertId, {
    id: runtime.ids.create('incident'),
    orgId,
    farmId,
    severity,
    openedAt: formatInstant(now),
    nextAt: formatInstant(now + noticeMillis.gather),
  });
  transaction.afterCommit(() => {
    const notify = () => runtime.noticeNotifier?.notify();
    setTimeout(notify, noticeMillis.gather + TIMER_SLACK_MILLIS).unref();
  });
};

/** The people of an organisation, with the data that determines who is notified of an alert. */
export interface OrganisationPeople {
  readonly users: readonly UserRights[];
  /** Verified, enabled channels by user. */
  readonly channels: ReadonlyMap<string, readonly StoredChannel[]>;
  /** The users with such a channel. */
  readonly reachable: ReadonlySet<string>;
}

/** Loads the people of an organisation, or of some of its farms, who may be notified. */
export async function loadPeople(
  connection: Connection,
  orgId: string,
  farmIds?: readonly string[],
): Promise<OrganisationPeople> {
  const ids = await listUsersWithRoles(connection, orgId, farmIds);
  const users = await findUserRights(connection, ids);
  const userIds = farmIds && ids;
  const usable = await listUsableChannels(connection, { orgId, userIds });
  const channels = groupBy(usable, ({ userId }) => userId);
  return { users, channels, reachable: new Set(channels.keys()) };
}

/** Whether messages are sent through a channel. */
export function isUsable({ verifiedAt, disabledAt }: StoredChannel): boolean {
  return verifiedAt !== null && disabledAt === null;
}

/** Incidents planned in one transaction. */
const MOST_AT_ONCE = 50;

/** An organisation whose incidents are being planned. */
interface Planning {
  readonly people: OrganisationPeople;
  readonly duties: ReadonlyMap<string, StoredDuty>;
  readonly zones: FarmZones;
}

/**
 * Plans the due steps of incidents: writes a message per recipient and channel, and schedules the
 * next step. Returns the number of due incidents.
 */
export async function planIncidents(
  runtime: Pick<Runtime, 'clock' | 'ids'>,
  transaction: Transaction,
): Promise<number> {
  const now = runtime.clock.now();
  const due = await lockDueIncidents(transaction, {
    now: formatInstant(now),
    latest: formatInstant(now + MAX_FUTURE_MILLIS),
    limit: MOST_AT_ONCE,
  });
  if (due.length === 0) return 0;
  const members = await listIncidentAlerts(
    transaction,
    due.map(({ id }) => id),
  );
  const alerts = groupBy(members, ({ incidentId }) => incidentId);
  const at = formatInstant(now);
  const steps: PlannedStep[] = [];
  for (const [orgId, incidents] of groupBy(due, (incident) => incident.orgId)) {
    const planning = await loadPlanning(transaction, orgId, incidents);
    for (const incident of incidents) {
      const { severity } = incident;
      // Alerts whose severity has decreased are not reported with the former one.
      const open = (alerts.get(incident.id) ?? []).filter(
        (alert) => alert.status === 'open' && alert.severity === severity,
      );
      const step = { incident, open, now };
      const planned = await planIncident(runtime, transaction, planning, step);
      if (planned) steps.push(planned);
    }
  }
  const notices = steps.flatMap((step) => step.notices);
  await cancelSuperseded(transaction, notices, at);
  await insertNotices(transaction, notices);
  const reported = steps.flatMap((step) => step.reported);
  await markReported(transaction, alertIdsOf(reported), at);
  return due.length;
}

async function loadPlanning(
  transaction: Transaction,
  orgId: string,
  incidents: readonly StoredIncident[],
): Promise<Planning> {
  const farmIds = incidents.map(({ farmId }) => farmId);
  const people = await loadPeople(transaction, orgId, farmIds);
  const duties = await listDuties(transaction, { orgId, farmIds });
  return { people, duties, zones: await farmZones(transaction, { orgId, farmIds }) };
}

/** The messages of a step, and the alerts that they report. */
interface PlannedStep {
  readonly notices: readonly StoredNotice[];
  readonly reported: readonly IncidentAlert[];
}

interface DueStep {
  readonly incident: StoredIncident;
  /** Unacknowledged alerts. */
  readonly open: readonly IncidentAlert[];
  readonly now: number;
}

async function planIncident(
  runtime: Pick<Runtime, 'ids'>,
  transaction: Transaction,
  planning: Planning,
  { incident, open, now }: DueStep,
): Promise<PlannedStep | undefined> {
  const { id, farmId, severity } = incident;
  const reported = severity === 'critical' ? open : open.filter(({ isReported }) => !isReported);
  const moment = momentOf(planning, farmId, now);
  const plan = planNotice(moment, severity, progressOf(incident, open, now));
  if (reported.length === 0 || plan.kind === 'ignore') {
    await finishIncident(transaction, id, { endedAt: formatInstant(now) });
    return undefined;
  }
  if (plan.kind === 'hold') {
    await postponeIncident(transaction, id, formatInstant(plan.until));
    return undefined;
  }
  const notices = plan.recipients.flatMap(({ userId }) =>
    channelsFor(planning.people, userId, severity).map((channel) =>
      newNotice({
        id: runtime.ids.create('notice'),
        orgId: incident.orgId,
        farmId,
        userId,
        channelId: channel.id,
        kind: 'alert',
        severity,
        incidentId: id,
        alertIds: reported.map((alert) => alert.id),
        step: plan.step,
        at: formatInstant(now),
      }),
    ),
  );
  await finishIncident(transaction, id, {
    step: plan.nextStep,
    escalateAt: formatInstant(plan.nextAt),
    calmUntil: notices.length > 0 ? calmAfter(incident, now) : incident.calmUntil,
  });
  return { notices, reported: notices.length > 0 ? reported : [] };
}

function calmAfter({ severity, calmUntil: before }: StoredIncident, now: number): string {
  return formatInstant(calmUntil(severity, before === null ? undefined : Date.parse(before), now));
}

/** The notification progress of a farm's open alerts. */
function progressOf(
  { step, escalateAt }: StoredIncident,
  open: readonly IncidentAlert[],
  now: number,
): NoticeProgress {
  // Later alerts start at the first step once the earlier ones were acknowledged or resolved.
  if (escalateAt === null || !open.some(({ isReported }) => isReported)) return { step: 0 };
  const dueAt = Date.parse(escalateAt);
  return dueAt > now && dueAt <= now + MAX_FUTURE_MILLIS ? { step, dueAt } : { step };
}

function alertIdsOf(alerts: readonly IncidentAlert[]): readonly string[] {
  return alerts.map(({ id }) => id);
}

function momentOf({ people, duties, zones }: Planning, farmId: string, now: number): DutyMoment {
  return {
    plan: duties.get(farmId)?.plan ?? defaultDutyPlan,
    people: peopleOf(people, farmId, now),
    zone: zoneOf(zones, farmId),
    now,
  };
}

/** Critical alerts are sent through all channels of a user, warnings through the oldest. */
export function channelsFor(
  { channels }: OrganisationPeople,
  userId: string,
  severity: string,
): readonly StoredChannel[] {
  const ownChannels = channels.get(userId) ?? [];
  return severity === 'critical' ? ownChannels : ownChannels.slice(0, 1);
}
