import { addDays, type CalendarDay, dayInZone, parseInstant } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import { flockName } from '../core/flock-record.ts';
import { findExpired } from '../gaps/medicine-gaps.ts';
import { withdrawalConflict, withdrawalOn } from '../health/treatments.ts';
import { withdrawalUntil } from '../metrics/dates.ts';
import { type AlertRule, alertPlace, type RuleFinding, type RuleSnapshot } from './alert-rule.ts';

type Flock = RuleSnapshot['liveFlocks'][number];

/**
 * A flock is usually closed by the sale that emptied the barn, so it is checked for this long
 * after.
 */
const DAYS_AFTER_CLOSING = 7;

/**
 * Birds sold, or about to be sold, before the withdrawal of a medicine has ended. Without a
 * recorded withdrawal period the rule has no finding.
 */
export const withdrawalRule: AlertRule = {
  rule: 'withdrawal_violation',
  category: 'compliance',
  closesAfter: 1,
  find: (snapshot) => [...evaluateActiveFlocks(snapshot), ...evaluateClosedFlocks(snapshot)],
};

function evaluateActiveFlocks(snapshot: RuleSnapshot): RuleFinding[] {
  return liveFlocksOf(snapshot).flatMap((record) => {
    const { flock } = record;
    const sold = soldInside(flock, snapshot);
    const place = alertPlace(record);
    if (sold) return [finding(flock, place, { ...sold, severity: 'critical' })];
    const [conflict] = withdrawalConflict(record, snapshot);
    if (conflict) return [finding(flock, place, { ...conflict, severity: 'warning' })];
    const last = withdrawals(flock, snapshot).toSorted().at(-1);
    if (last === undefined) return [];
    return [finding(flock, place, { saleDay: last, until: last, severity: null })];
  });
}

function evaluateClosedFlocks(snapshot: RuleSnapshot): RuleFinding[] {
  const since = addDays(snapshot.today, -DAYS_AFTER_CLOSING);
  const barns = mapById(snapshot.barns);
  return snapshot.closedFlocks.flatMap((flock) => {
    const closedAt = parseInstant(flock.closedAt ?? '');
    if (closedAt === undefined || flock.sealed === true) return [];
    if (dayInZone(closedAt, snapshot.zone) < since) return [];
    const sold = soldInside(flock, snapshot);
    if (!sold) return [];
    const barn = barns.get(flock.barnId);
    const name = flockName({ flock, barn });
    const place = { barn: barn?.name ?? name, flock: name };
    return [finding(flock, place, { ...sold, severity: 'critical' })];
  });
}

interface Violation {
  readonly saleDay: CalendarDay;
  readonly until: CalendarDay;
  readonly severity: RuleFinding['severity'];
}

/** The newest sale up to today within a withdrawal period. */
function soldInside(flock: Flock, snapshot: RuleSnapshot): Omit<Violation, 'severity'> | undefined {
  const flockTreatments = snapshot.treatments.filter(({ flockId }) => flockId === flock.id);
  return snapshot.sales
    .filter(({ flockId, date }) => flockId === flock.id && date <= snapshot.today)
    .flatMap(({ date }) => {
      const until = withdrawalOn(flockTreatments, date);
      return until === null ? [] : [{ saleDay: date, until }];
    })
    .at(-1);
}

function withdrawals({ id }: Flock, { treatments, today }: RuleSnapshot) {
  return treatments
    .filter(({ flockId, date }) => flockId === id && date <= today)
    .flatMap(({ date, notes }) => {
      const until = withdrawalUntil(date, notes);
      return until === null ? [] : [until];
    });
}

function finding(
  { id, barnId }: Flock,
  place: { readonly barn: string; readonly flock: string },
  { saleDay, until, severity }: Violation,
): RuleFinding {
  const reasons = { critical: 'sold', warning: 'planned' } as const;
  return {
    subject: id,
    barnId,
    flockId: id,
    severity,
    why: severity === null ? 'fits' : reasons[severity],
    params: {
      ...{ ...place, sale: { day: saleDay }, until: { day: until } },
      kind: severity === 'critical' ? 'sold' : 'planned',
    },
    evidence: { saleDay, withdrawalUntil: until },
  };
}

/**
 * Expired medicine still in the store, which might be given to birds. Low stock is a gap and not an
 * alert: an order closes it and no birds suffer.
 */
export const medicineRule: AlertRule = {
  rule: 'medicine_expired',
  category: 'medicine',
  closesAfter: 1,
  find(snapshot) {
    const expired = new Map(findExpired(snapshot).map((expiry) => [expiry.subject, expiry]));
    return snapshot.medicine.map(({ id, name, expiryDate }) => {
      const expiry = expired.get(id);
      const wasUsed = expiry?.severity === 'critical';
      return {
        subject: id,
        barnId: null,
        flockId: null,
        severity: !expiry ? null : wasUsed ? 'critical' : 'warning',
        why: !expiry ? 'fits' : wasUsed ? 'used' : 'message',
        params: { medicine: name, day: expiry?.params['day'] ?? '' },
        evidence: { medicineId: id, expiryDate },
      };
    });
  },
};
