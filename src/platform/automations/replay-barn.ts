import type { AutomationEditor, EditorRefusal } from '../../farming/automations/editor-rights.ts';
import { type Replay, replayTrigger } from '../../farming/automations/replay-trigger.ts';
import {
  automationMetrics,
  type Evaluation,
  type Trigger,
  takesHeat,
} from '../../farming/automations/trigger.ts';
import type { Measured } from '../../farming/metrics/air.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import {
  listBarnBehaviors,
  listBarnReadings,
  MOST_BARN_ROWS,
} from '../../storage/records/barn-measurements.ts';
import type { WatchingAutomation } from '../../storage/system/automations.ts';
import { dayInZone, formatInstant, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import type { BarnFlockLookup } from '../rules/device-rules.ts';
import {
  type AutomationFarm,
  GAP_MINUTES,
  measuresOf,
  newestOf,
  valuesOf,
  watchBarn,
} from './automation-inputs.ts';
import { type AutomationOutcome, describePlan, refusalOf } from './carry-out.ts';
import { type EvaluatedAutomation, planOutcome } from './evaluate-automations.ts';

/** An automation, with the editor whose rights it would use. */
export interface TestedRule {
  readonly automation: WatchingAutomation;
  readonly trigger: Trigger;
  readonly editor: AutomationEditor | undefined;
  /** Time at which the editor's rights are checked, milliseconds since 1970. */
  readonly asOf: number;
}

/** The tested period, milliseconds since 1970, inclusive. */
export interface TestedPeriod {
  readonly from: number;
  readonly to: number;
}

/** Data of a barn during the period. */
interface TestedPlace {
  readonly barn: StoredOf<'barns'>;
  readonly flockAt: BarnFlockLookup;
  readonly period: TestedPeriod;
}

/** A part of the rule that cannot be evaluated from historical data. */
export type UntestedCode = 'other_automations' | 'devices' | 'older_values';

/** A run that would have happened, and its action. */
export interface TestedRun {
  readonly barn: EvaluatedAutomation['barn'];
  readonly at: number;
  readonly until: number | null;
  readonly evaluation: Evaluation;
  /** The row with the decisive value; null when it no longer exists. */
  readonly record: {
    readonly resource: 'env-readings' | 'vision-events';
    readonly id: string;
  } | null;
  readonly outcome: AutomationOutcome | null;
  readonly failure: EditorRefusal | null;
}

/** The test result of a barn. */
export interface TestedBarn {
  readonly barn: EvaluatedAutomation['barn'];
  readonly replay: Replay;
  /** The first runs. */
  readonly runs: readonly TestedRun[];
  readonly untested: ReadonlySet<UntestedCode>;
}

/** Maximum number of runs described by a test. */
export const MOST_RUNS = 100;

/** Replays an automation for a barn with stored values; nothing is written. */
export async function replayBarn(
  farm: AutomationFarm,
  rule: TestedRule,
  { barn, flockAt, period }: TestedPlace,
): Promise<TestedBarn> {
  const { trigger } = rule;
  const stored = await loadStored(farm, { barnId: barn.id, trigger, period });
  const barnAt = (at: number) =>
    watchBarn(barn, flockAt({ barnId: barn.id, ts: formatInstant(at) }), dayInZone(at, farm.zone));
  const ageAt = (at: number) => barnAt(at).ageDays;
  const { thresholds } = farm;
  const replay = replayTrigger(trigger, { ...period, values: stored.values, ageAt, thresholds });
  const runs: TestedRun[] = [];
  const untested = new Set<UntestedCode>(stored.isCut ? ['older_values'] : []);
  for (const { at, until, evaluation } of replay.runs.slice(0, MOST_RUNS)) {
    const place = barnAt(at);
    const outcome = await foresee({ ...farm, now: at }, rule, { barn: place, evaluation, stored });
    for (const code of untestedOf(farm, rule, place)) untested.add(code);
    const id = stored.idAt(evaluation.newest?.at);
    const record = id === undefined ? null : { resource: stored.resource, id };
    runs.push({ barn: place, at, until, evaluation, record, ...outcome });
  }
  return { barn: barnAt(period.to), replay, runs, untested };
}

/** The stored values of the period, and the preceding ones that determine its initial state. */
interface StoredValues {
  readonly resource: 'env-readings' | 'vision-events';
  readonly values: readonly Measured[];
  readonly temps: readonly Measured[];
  /** Whether older values of the period were omitted. */
  readonly isCut: boolean;
  readonly idAt: (at: number | undefined) => string | undefined;
}

async function loadStored(
  farm: AutomationFarm,
  requested: { readonly barnId: string; readonly trigger: Trigger; readonly period: TestedPeriod },
): Promise<StoredValues> {
  const { connection, scope, thresholds } = farm;
  const { barnId, trigger, period } = requested;
  const { metric } = trigger;
  const start = period.from - (trigger.forMinutes + 2 * GAP_MINUTES) * MINUTE_MILLIS;
  const span = { barnId, from: formatInstant(start), to: formatInstant(period.to) };
  const readings = await listBarnReadings(connection, scope, span);
  const isOfReadings = automationMetrics[metric].source === 'readings';
  const rows = isOfReadings
    ? readings.filter((row) => measuresOf(metric).some((name) => row[name] !== null))
    : await listBarnBehaviors(connection, scope, { ...span, units: [metric] });
  const { climateCurrentMinutes } = thresholds;
  const values = isOfReadings
    ? valuesOf(readings, metric, climateCurrentMinutes)
    : rows.map((row) => ({ at: Date.parse(row.ts), value: 'value' in row ? row.value : 0 }));
  const before =
    trigger.op === 'stale' ? await newestOf({ ...farm, now: start }, barnId, metric) : [];
  const read = isOfReadings ? readings : rows;
  const ids = new Map(rows.map(({ ts, id }) => [Date.parse(ts), id]));
  return {
    resource: isOfReadings ? 'env-readings' : 'vision-events',
    values: [
      ...before.filter(({ at }) => at < (values[0]?.at ?? Number.POSITIVE_INFINITY)),
      ...values,
    ],
    temps: valuesOf(readings, 'temp', climateCurrentMinutes),
    isCut: read.length === MOST_BARN_ROWS && Date.parse(read[0]?.ts ?? '') > period.from,
    idAt: (at) => (at === undefined ? undefined : ids.get(at)),
  };
}

async function foresee(
  farm: AutomationFarm,
  { automation, trigger, editor, asOf }: TestedRule,
  evaluated: {
    readonly barn: EvaluatedAutomation['barn'];
    readonly evaluation: Evaluation;
    readonly stored: StoredValues;
  },
): Promise<Pick<TestedRun, 'outcome' | 'failure'>> {
  const { barn, evaluation, stored } = evaluated;
  const values = {
    of: async () => stored.values,
    temps: async () => stored.temps.filter(({ at }) => at <= farm.now),
    // Historical device states are unknown, which the test reports.
    brokenSensors: async () => 0,
  };
  const evaluatedRule = {
    automation,
    trigger,
    barn,
    evaluation,
    state: undefined,
    depth: 0,
    values,
  };
  const plan = await planOutcome(farm, evaluatedRule);
  const refusal = refusalOf(
    { editor },
    { farmId: farm.farmId, now: asOf },
    { evaluated: evaluatedRule, plan },
  );
  return refusal
    ? { outcome: null, failure: refusal }
    : { outcome: describePlan(plan), failure: null };
}

/** The parts of a run that stored values cannot determine. */
function untestedOf(
  { thresholds }: AutomationFarm,
  { automation: { action, mode } }: TestedRule,
  { ageDays: age, targetC }: EvaluatedAutomation['barn'],
): readonly UntestedCode[] {
  const { command, params = null } = isRecord(action) ? action : {};
  if (typeof command !== 'string' || mode === 'alert_only') return [];
  const isGuarded = age !== null && age <= thresholds.automationHeatGuardDays;
  return isGuarded && takesHeat({ command, params }, targetC)
    ? ['other_automations', 'devices']
    : ['other_automations'];
}
