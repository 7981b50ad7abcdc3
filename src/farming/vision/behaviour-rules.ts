import { message } from '../../model/message.ts';
import { figure } from '../figure.ts';
import { isOver } from './is-over.ts';
import type { VisionReading } from './vision-reading.ts';
import type { Judgement, RuleDefinition, RuleSituation } from './vision-rule-definition.ts';

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
  { behaviour, severity }: { readonly behaviour: Behaviour } & Pick<Judgement, 'severity'>,
  reading: VisionReading & { readonly value: number },
  { barn: { name, temperature } }: RuleSituation,
): Pick<Judgement, 'title' | 'message'> {
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
