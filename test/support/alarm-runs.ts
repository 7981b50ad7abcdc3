import type { AlertRule } from '../../src/farming/alert-rules/alert-rule.ts';
import { alertRules, quickRules } from '../../src/farming/alert-rules/alert-rules.ts';
import type { AlertVerdict } from '../../src/farming/alert-rules/evaluate-farm.ts';
import type { FarmSnapshot } from '../../src/farming/core/farm-snapshot.ts';
import { targetTemperatureC } from '../../src/farming/metrics/climate-limits.ts';
import { addDays } from '../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from './a-snapshot.ts';
import { LAST_AGE, type SimulatedAir, type SimulatedFlock, SLOTS_A_DAY } from './alarm-flocks.ts';
import { evaluateFarm } from './in-one-step.ts';

/** An opened or reopened alert, with its highest severity. */
export interface Alarm {
  readonly rule: string;
  severity: 'warning' | 'critical';
  /** Fractional days since placement. */
  readonly at: number;
  /** Time at which it became critical. */
  criticalAt: number | null;
  closedAt: number | null;
}

const PLACED = '2026-09-01';
const START = Date.UTC(2026, 8, 1);
const DAY_MILLIS = 86_400_000;
const SLOT_MILLIS = DAY_MILLIS / SLOTS_A_DAY;
const EVENING = 19 / 24;
/** Longer than any duration in a rule. */
const WINDOW_SLOTS = 32;
const SILENT_SLOTS = 4;

const logRules = alertRules.filter(
  (rule) => !quickRules.some(({ rule: name }) => name === rule.rule),
);

/**
 * Evaluates a flock every evening after its log was written, by all rules except those about air.
 */
export function judgeEvenings(flock: SimulatedFlock, fromAge = 0, toAge = LAST_AGE): Alarm[] {
  const logs = flock.days.map(({ deaths, feedKg, waterL, tempAvg, weighedG }, age) =>
    aLog(addDays(PLACED, age), {
      mortality: deaths,
      feedKg,
      waterL,
      tempAvg,
      avgWeightGr: weighedG,
    }),
  );
  const deliveries = flock.days.flatMap(({ deliveredKg }, age) =>
    deliveredKg === 0
      ? []
      : [
          row('feed-deliveries', {
            id: `delivery_${age}`,
            flockId: 'flock_1',
            date: addDays(PLACED, age),
            quantityKg: deliveredKg,
          }),
        ],
  );
  const book = alarmBook();
  for (let age = fromAge; age <= toAge; age++) {
    const today = addDays(PLACED, age);
    const snapshot = snapshotOf(flock, age + EVENING, {
      liveLogs: logs.slice(0, age + 1),
      feedDeliveries: deliveries.filter(({ date }) => date <= today),
    });
    book.write(age + EVENING, verdictsOf(logRules, snapshot));
  }
  return book.alarms;
}

/** Evaluates the air of a flock every quarter of an hour, from one age up to another. */
export function evaluateAir(flock: SimulatedFlock, fromAge = 0, toAge = LAST_AGE): Alarm[] {
  const readingAt = (slot: number) => {
    const air = flock.air[slot];
    return !air
      ? undefined
      : row('env-readings', {
          id: `reading_${slot}`,
          barnId: 'barn_1',
          source: 'sensor',
          ts: new Date(START + slot * SLOT_MILLIS).toISOString(),
          ...air,
        });
  };
  const book = alarmBook();
  for (let slot = fromAge * SLOTS_A_DAY; slot < (toAge + 1) * SLOTS_A_DAY; slot++) {
    // A rule reports nothing for normal air while none of its alerts is open.
    if (!book.isAnyOpen() && isPlain(flock.air, slot)) continue;
    const first = Math.max(0, slot - WINDOW_SLOTS);
    const window = Array.from({ length: slot + 1 - first }, (_, index) => readingAt(first + index));
    const known = window.filter((reading) => reading !== undefined);
    const snapshot = snapshotOf(flock, slot / SLOTS_A_DAY, {
      readings: known,
      newestReadings: known.slice(-1),
    });
    book.write(slot / SLOTS_A_DAY, verdictsOf(quickRules, snapshot));
  }
  return book.alarms;
}

/** Whether the air is so far from every bound that no rule can report anything. */
function isPlain(air: readonly (SimulatedAir | null)[], slot: number): boolean {
  if (slot >= SILENT_SLOTS && air.slice(slot - SILENT_SLOTS, slot + 1).every((one) => !one))
    return false;
  const now = air[slot];
  const target = targetTemperatureC('broiler', Math.floor(slot / SLOTS_A_DAY));
  return (
    !now ||
    (Math.abs(now.temp - target) < 1.8 &&
      Math.abs(now.humidity - 58) < 16 &&
      now.co2 < 2900 &&
      now.nh3 < 19)
  );
}

function snapshotOf(flock: SimulatedFlock, at: number, parts: Partial<FarmSnapshot>): FarmSnapshot {
  const now = Math.round(START + at * DAY_MILLIS);
  const { birds, areaSqm } = flock;
  return aSnapshot({
    now,
    zone: 'UTC',
    today: addDays(PLACED, Math.floor(at)),
    barns: [aBarn({ areaSqm, capacity: birds })],
    liveFlocks: [aFlock({ placementDate: PLACED, chicksOrdered: birds, chicksReceived: birds })],
    ...parts,
  });
}

function verdictsOf<R extends AlertRule>(
  rules: readonly R[],
  snapshot: FarmSnapshot,
): readonly AlertVerdict[] {
  const { verdicts, failures } = evaluateFarm(rules, snapshot);
  const [failure] = failures;
  if (failure) throw failure.error;
  return verdicts;
}

/** Opens, raises and closes alerts as the service does. */
function alarmBook() {
  const alarms: Alarm[] = [];
  const open = new Map<string, { readonly alarm: Alarm; quiet: number }>();
  const close = (at: number, { key, closesAfter }: AlertVerdict) => {
    const entry = open.get(key);
    if (!entry || ++entry.quiet < closesAfter) return;
    entry.alarm.closedAt = at;
    open.delete(key);
  };
  const raise = (at: number, { key, rule }: AlertVerdict, severity: Alarm['severity']) => {
    const criticalAt = severity === 'critical' ? at : null;
    const entry = open.get(key);
    if (!entry) {
      const alarm = { rule, severity, at, criticalAt, closedAt: null };
      alarms.push(alarm);
      open.set(key, { alarm, quiet: 0 });
      return;
    }
    entry.quiet = 0;
    if (severity === 'warning') return;
    entry.alarm.severity = severity;
    entry.alarm.criticalAt ??= criticalAt;
  };
  return {
    alarms,
    isAnyOpen: () => open.size > 0,
    write(at: number, verdicts: readonly AlertVerdict[]) {
      for (const verdict of verdicts) {
        if (verdict.severity === null) close(at, verdict);
        else raise(at, verdict, verdict.severity);
      }
    },
  };
}
