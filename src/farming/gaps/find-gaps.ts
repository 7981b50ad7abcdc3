import type { gapsAnswer } from '../../model/answers/digest.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { message } from '../../model/core/message.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { memoizeByObject } from '../../tools/collections.ts';
import type { Steps } from '../../tools/concurrency.ts';
import { severityRank } from '../core/open-items.ts';
import {
  findFailing,
  findSilentCameras,
  findStale,
  findUncalibratedCameras,
  findUnregisteredSources,
  findWebhooksFailing,
  findWebhooksOff,
} from './connection-gaps.ts';
import { dataQualityOf } from './data-quality.ts';
import { findDoubtfulEntries } from './doubtful-entries.ts';
import {
  findExceededBirds,
  findIncompleteDeliveries,
  findLateOrders,
  findMisdatedLogs,
  findMissingLogs,
  findSuspectValues,
  findUnloggedDays,
  findUnphotographed,
  findUnweighed,
} from './flock-gaps.ts';
import type { BriefingGapSnapshot, FoundGap, Gap, GapKind, GapRule, GapSnapshot } from './gap.ts';
import { findExpired, findExpiring, findLowStock } from './medicine-gaps.ts';
import {
  findBlockedAutomations,
  findMissingContacts,
  findMissingCoordinates,
  findOpenAlerts,
  findUnreachable,
  findWaitingQuestions,
} from './work-gaps.ts';

const RULES: Readonly<Record<GapKind, GapRule>> = {
  flock_no_log_today: findMissingLogs,
  flock_days_unlogged: findUnloggedDays,
  worker_question_unanswered: findWaitingQuestions,
  alert_open_over_3_days: findOpenAlerts,
  flock_not_weighed_7d: findUnweighed,
  value_suspect: findSuspectValues,
  entry_doubtful: findDoubtfulEntries,
  log_misdated: findMisdatedLogs,
  birds_exceeded: findExceededBirds,
  feed_order_late: findLateOrders,
  deliveries_incomplete: findIncompleteDeliveries,
  medicine_expired: findExpired,
  medicine_expiring: findExpiring,
  medicine_low_stock: findLowStock,
  farm_no_coordinates: findMissingCoordinates,
  farm_no_contacts: findMissingContacts,
  nobody_reachable: findUnreachable,
  integration_failing: findFailing,
  integration_stale: findStale,
  camera_silent: findSilentCameras,
  camera_uncalibrated: findUncalibratedCameras,
  camera_unregistered: findUnregisteredSources,
  automation_blocked: findBlockedAutomations,
  webhook_off: findWebhooksOff,
  webhook_failing: findWebhooksFailing,
  no_recent_photos: findUnphotographed,
};

// Sorts after every day and time stamp.
const LAST_SORT_KEY = '~';

/** All gaps of the farm, most severe first, then longest open; computed once per snapshot. */
export function findGaps(snapshot: GapSnapshot): readonly Gap[] {
  return gapsIn(snapshot);
}

const gapsIn = memoizeByObject(lookForGaps);

function lookForGaps(snapshot: GapSnapshot): Gap[] {
  return Object.entries(RULES)
    .flatMap(([kind, find]) => find(snapshot).map((gap) => gapOf(kind as GapKind, gap)))
    .toSorted(compareGaps);
}

/** Rules of gaps that the lists of a briefing do not contain. */
const OF_BRIEFING = {
  nobody_reachable: findUnreachable,
  value_suspect: findSuspectValues,
  birds_exceeded: findExceededBirds,
  deliveries_incomplete: findIncompleteDeliveries,
} as const;

/**
 * Alerts without a recipient, values set aside and incomplete deliveries, most severe first, without
 * notes.
 */
export function gapsOfBriefing(snapshot: BriefingGapSnapshot): Omit<Gap, 'key'>[] {
  return Object.entries(OF_BRIEFING)
    .flatMap(([kind, find]) => find(snapshot).map((gap) => gapOf(kind as GapKind, gap)))
    .filter(({ severity }) => severity !== 'info')
    .toSorted(compareGaps)
    .map(({ key: _key, ...gap }) => gap);
}

function gapOf(kind: GapKind, { subject, why: reason, params, ...gap }: FoundGap): Gap {
  return {
    kind,
    key: `${kind}:${subject}`,
    severity: gap.severity,
    title: message(`gap.${kind}.title`, params),
    message: typeof reason === 'string' ? message(`gap.${kind}.${reason}`, params) : reason,
    ids: gap.ids,
    count: gap.count,
    since: gap.since,
    fix: gap.fix,
  };
}

function compareGaps(left: Gap, right: Gap): number {
  return (
    severityRank(right.severity) - severityRank(left.severity) ||
    compareTexts(left.since ?? LAST_SORT_KEY, right.since ?? LAST_SORT_KEY) ||
    compareTexts(left.key, right.key)
  );
}

function compareTexts(left: string, right: string): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** The gaps of a farm, and the completeness of its data. */
export type Gaps = Made<(typeof gapsAnswer)['schema']>;

/** Computes the gaps and the completeness of the data in two steps. */
export function* gapSteps(snapshot: GapSnapshot): Steps<Gaps> {
  const gaps = findGaps(snapshot).map(({ key: _key, ...gap }) => gap);
  yield;
  return {
    farmId: snapshot.farm.id,
    asOf: formatInstant(snapshot.now),
    gaps,
    dataQuality: dataQualityOf(snapshot),
  };
}
