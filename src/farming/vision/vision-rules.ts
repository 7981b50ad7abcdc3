import { type Message, message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { figure, isOver } from '../core/figure.ts';
import { type ActivityHistory, activityBaseline } from './activity.ts';
import type {
  SkipReason,
  TimedReading,
  Verdict,
  VisionReading,
  VisionRule,
} from './vision-reading.ts';

/** What a rule looks at beside the reading that it judges. */
export interface RuleSituation {
  readonly barn: VisionBarn;
  readonly flock: VisionFlock;
  readonly thresholds: Thresholds;
  /** All of the barn, stored and new, each once, the oldest first. */
  readonly readings: readonly TimedReading[];
  /** What is known of the activity that a camera of the barn has seen. */
  readonly activityOf: (camera: string) => ActivityHistory;
}

/** What a rule makes of one reading. */
export interface Evaluation {
  readonly severity: Verdict['severity'];
  readonly category: Verdict['category'];
  readonly title: Message;
  readonly message: Message;
  readonly evidence: Readonly<Record<string, unknown>>;
}

/** A rule that judges readings one by one. */
export interface RuleDefinition {
  readonly rule: Exclude<VisionRule, 'mortality_mismatch'>;
  /** Whether each camera has an alert of its own; otherwise the worst camera speaks for the barn. */
  readonly isPerCamera: boolean;
  applies(reading: VisionReading): boolean;
  judge(reading: TimedReading & { readonly value: number }, situation: RuleSituation): Judged;
}

/** A judgement, or why there is none. */
export type Judged = Evaluation | SkipReason;

/** What the rules know of a barn. */
export interface VisionBarn {
  readonly barnId: string;
  readonly name: string;
  /** Null while no birds are inside. */
  readonly flock: VisionFlock | null;
  /** The newest temperature with the target of the age of the birds; null without a fresh one. */
  readonly temperature: { readonly valueC: number; readonly targetC: number } | null;
  /**
   * What is stored of its cameras from `visionHistoryHours` ago on, counts and behaviour, in any
   * order, as far as it decides anything; whether the readings of the call are among them makes no
   * difference.
   */
  readonly readings: readonly VisionReading[];
  /**
   * By camera the activity of its flock that baselines are computed from, where that is known apart
   * from the readings; else they are computed from these.
   */
  readonly activity?: ReadonlyMap<string, ActivityHistory>;
}

/** The flocks in a barn: the one placed last, by which alerts are named, and all birds together. */
export interface VisionFlock {
  readonly flockId: string;
  /** The other flocks inside; cameras see all of them. */
  readonly others?: readonly string[];
  /** As people call it. */
  readonly name: string;
  readonly ageDays: number;
  /** Birds of all flocks alive by the log today; null when those of one are unknown. */
  readonly live: number | null;
}

type Behaviour = 'panting' | 'clustering' | 'poor_spread';

/** What one behaviour is judged by. */
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

/** Panting, huddling and uneven spread, by how strongly a camera sees them. */
export const behaviourRules: readonly RuleDefinition[] = BOUNDS.map(ruleOf);

function ruleOf({ behaviour, ...bounds }: BehaviourBounds): RuleDefinition {
  return {
    rule: behaviour,
    isPerCamera: false,
    applies: ({ kind, unit }) => kind === 'behavior' && unit === behaviour,
    judge(reading, situation) {
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
  const said =
    severity === null ? message(`${text}.fits`, params) : message(`${text}.message`, params);
  return {
    title: message(severity === null ? `${text}.fits.title` : `${text}.title`, params),
    message: temperature
      ? message('vision.with_temperature', {
          said,
          temp: { quantity: figure('celsius', temperature.valueC) ?? 0, unit: '°C' },
          target: { quantity: figure('celsius', temperature.targetC) ?? 0, unit: '°C' },
        })
      : said,
  };
}

function climateOf({ barn: { temperature } }: RuleSituation) {
  return {
    tempC: figure('celsius', temperature?.valueC),
    targetC: figure('celsius', temperature?.targetC),
  };
}

/** How active the birds before a camera are, against what is usual there. */
export const activityRule: RuleDefinition = {
  rule: 'activity_drop',
  isPerCamera: true,
  applies: ({ kind, unit }) => kind === 'behavior' && unit === 'activity',
  judge(reading, { barn, activityOf, thresholds }) {
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
      message: message(`vision.activity.${said(dropPct, isDrop)}`, params),
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

function said(dropPct: number, isDrop: boolean): string {
  if (isDrop) return 'message';
  return dropPct < 0 ? 'rise' : 'less';
}

function percent(share: number) {
  return { quantity: figure('pct', share * 100) ?? 0, unit: '%' } as const;
}
