import { type Message, message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { figure, isOver } from '../core/figure.ts';
import { type ActivityHistory, activityBaseline } from './activity.ts';
import { type CountGap, countGap } from './bird-counts.ts';
import type {
  SkipReason,
  TimedReading,
  Verdict,
  VisionReading,
  VisionRule,
} from './vision-reading.ts';

/** The context of a reading that a rule evaluates. */
export interface RuleSituation {
  readonly barn: VisionBarn;
  readonly flock: VisionFlock;
  readonly thresholds: Thresholds;
  /** All readings of the barn, stored and new, without duplicates, oldest first. */
  readonly readings: readonly TimedReading[];
  /** The known activity seen by a camera of the barn. */
  readonly activityOf: (camera: string) => ActivityHistory;
}

/** The result of a rule for one reading. */
export interface Evaluation {
  readonly severity: Verdict['severity'];
  readonly category: Verdict['category'];
  readonly title: Message;
  readonly message: Message;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A rule that evaluates readings one by one. */
export interface RuleDefinition {
  readonly rule: Exclude<VisionRule, 'mortality_mismatch'>;
  /** Whether each camera has its own alert; otherwise the worst camera decides for the barn. */
  readonly isPerCamera: boolean;
  applies(reading: VisionReading): boolean;
  evaluate(reading: TimedReading & { readonly value: number }, situation: RuleSituation): Judged;
}

/** An evaluation, or the reason for skipping. */
export type Judged = Evaluation | SkipReason;

/** The data of a barn that rules use. */
export interface VisionBarn {
  readonly barnId: string;
  readonly name: string;
  /** Null without birds inside. */
  readonly flock: VisionFlock | null;
  /** The newest temperature and the target for the age of the birds; null without a recent one. */
  readonly temperature: { readonly valueC: number; readonly targetC: number } | null;
  /**
   * The stored counts and behaviour from its cameras since `visionHistoryHours` ago, in any order,
   * as far as relevant; may or may not include the readings of the call.
   */
  readonly readings: readonly VisionReading[];
  /**
   * By camera, the activity of its flock for the baselines, if known separately; otherwise
   * baselines are computed from `readings`.
   */
  readonly activity?: ReadonlyMap<string, ActivityHistory>;
}

/** The flocks in a barn: the one placed last, which names the alerts, and all birds together. */
export interface VisionFlock {
  readonly flockId: string;
  /** The other flocks inside; cameras see all of them. */
  readonly others?: readonly string[];
  /** Display name. */
  readonly name: string;
  readonly ageDays: number;
  /** Live birds of all flocks by today's log; null when unknown for any. */
  readonly live: number | null;
}

type Behaviour = 'panting' | 'clustering' | 'poor_spread';

interface BehaviourBounds {
  readonly behaviour: Behaviour;
  warningFrom(situation: RuleSituation): number;
  criticalFrom(situation: RuleSituation): number;
  category(situation: RuleSituation): 'climate' | 'health';
}

const BOUNDS: readonly BehaviourBounds[] = [
  {
    behaviour: 'panting',
    warningFrom: ({ thresholds }) => thresholds.visionPantingWarning,
    criticalFrom: ({ thresholds }) => thresholds.visionPantingCritical,
    category: () => 'climate',
  },
  {
    behaviour: 'clustering',
    warningFrom: ({ thresholds }) => thresholds.visionClusteringWarning,
    criticalFrom: () => Number.POSITIVE_INFINITY,
    category: (situation) => (isCold(situation) ? 'climate' : 'health'),
  },
  {
    behaviour: 'poor_spread',
    warningFrom: ({ thresholds }) => thresholds.visionPoorSpreadWarning,
    criticalFrom: () => Number.POSITIVE_INFINITY,
    category: () => 'health',
  },
];

/** Panting, huddling and uneven distribution, by the intensity a camera sees. */
export const behaviourRules: readonly RuleDefinition[] = BOUNDS.map(ruleOf);

function ruleOf({ behaviour, ...bounds }: BehaviourBounds): RuleDefinition {
  return {
    rule: behaviour,
    isPerCamera: false,
    applies: ({ kind, unit }) => kind === 'behavior' && unit === behaviour,
    evaluate(reading, situation) {
      const { value } = reading;
      const isCritical = value >= bounds.criticalFrom(situation);
      const isWarning = value >= bounds.warningFrom(situation);
      const severity = isCritical ? 'critical' : isWarning ? 'warning' : null;
      return {
        severity,
        category: bounds.category(situation),
        ...textsOf({ behaviour, severity }, reading, situation),
        evidence: { behaviour, value, ...climateOf(situation), confidence: reading.confidence },
      };
    },
  };
}

function isCold({ barn: { temperature }, thresholds }: RuleSituation): boolean {
  if (!temperature) return false;
  return isOver(temperature.targetC - temperature.valueC, thresholds.visionColdBarnC);
}

function textsOf(
  { behaviour, severity }: { readonly behaviour: Behaviour } & Pick<Evaluation, 'severity'>,
  reading: VisionReading & { readonly value: number },
  { barn: { name, temperature } }: RuleSituation,
): Pick<Evaluation, 'title' | 'message'> {
  const params = { barn: name, camera: reading.source ?? reading.camera, value: reading.value };
  const text = `vision.${behaviour}`;
  const base =
    severity === null ? message(`${text}.fits`, params) : message(`${text}.message`, params);
  return {
    title: message(severity === null ? `${text}.fits.title` : `${text}.title`, params),
    message: temperature
      ? message('vision.with_temperature', {
          said: base,
          temp: { quantity: figure('celsius', temperature.valueC) ?? 0, unit: '°C' },
          target: { quantity: figure('celsius', temperature.targetC) ?? 0, unit: '°C' },
        })
      : base,
  };
}

function climateOf({ barn: { temperature } }: RuleSituation) {
  return {
    tempC: figure('celsius', temperature?.valueC),
    targetC: figure('celsius', temperature?.targetC),
  };
}

/** Activity of the birds in a camera's view, compared with their usual activity. */
export const activityRule: RuleDefinition = {
  rule: 'activity_drop',
  isPerCamera: true,
  applies: ({ kind, unit }) => kind === 'behavior' && unit === 'activity',
  evaluate(reading, { barn, activityOf, thresholds }) {
    const base = activityBaseline(reading.at, activityOf(reading.camera), thresholds);
    if (!base || base.activity <= 0) return 'insufficient_baseline';
    const dropPct = ((base.activity - reading.value) * 100) / base.activity;
    const isDrop = isOver(dropPct, thresholds.visionActivityDropPct);
    const params = {
      barn: barn.name,
      camera: reading.source ?? reading.camera,
      drop: { quantity: figure('pct', Math.abs(dropPct)) ?? 0, unit: '%' },
      now: percent(reading.value),
      usual: percent(base.activity),
    } as const;
    return {
      severity: isDrop ? 'warning' : null,
      category: 'health',
      title: message(isDrop ? 'vision.activity.title' : 'vision.activity.fits.title', params),
      message: message(`vision.activity.${activityKey(dropPct, isDrop)}`, params),
      evidence: {
        activity: reading.value,
        baseline: figure('share', base.activity),
        basis: base.basis,
        baselineReadings: base.readings,
        dropPct: figure('pct', dropPct),
      },
    };
  },
};

function activityKey(dropPct: number, isDrop: boolean): string {
  if (isDrop) return 'message';
  return dropPct < 0 ? 'rise' : 'less';
}

function percent(share: number) {
  return { quantity: figure('pct', share * 100) ?? 0, unit: '%' } as const;
}

/** The number of birds counted by a camera, compared with the live birds by the log. */
export const countRule: RuleDefinition = {
  rule: 'count_gap',
  isPerCamera: true,
  applies: ({ kind, unit }) => kind === 'count' && (unit === null || unit === 'birds'),
  evaluate(reading, { barn, flock, thresholds }) {
    if (flock.live === null || flock.live === 0) return 'unknown_birds';
    const gap = countGap(reading, flock.live, thresholds);
    return typeof gap === 'string' ? gap : judgement(gap, reading, barn);
  },
};

function judgement(gap: CountGap, reading: VisionReading, { name }: VisionBarn): Evaluation {
  const counted = Math.round(gap.birds);
  const difference = Math.round(gap.difference);
  const direction = difference < 0 ? 'fewer' : 'more';
  const params = {
    barn: name,
    camera: reading.source ?? reading.camera,
    gap: { quantity: figure('pct', gap.gapPct) ?? 0, unit: '%' },
    counted: { quantity: counted, unit: 'birds' },
    logged: { quantity: gap.logged, unit: 'birds' },
    difference: { quantity: Math.abs(difference), unit: 'birds' },
  } as const;
  const view = gap.isPartialView ? 'part' : 'whole';
  return {
    severity: gap.severity,
    category: 'count',
    title: message(`vision.count.${gap.severity ? direction : 'fits'}.title`, params),
    message: message(`vision.count.${gap.severity ? direction : 'fits'}.${view}`, params),
    evidence: {
      counted: reading.value,
      birds: counted,
      logged: gap.logged,
      difference,
      gapPct: figure('pct', gap.gapPct),
      coverage: gap.coverage,
      isPartialView: gap.isPartialView,
      confidence: reading.confidence,
    },
  };
}
