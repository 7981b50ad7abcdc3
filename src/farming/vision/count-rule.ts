import { message } from '../../model/message.ts';
import { figure } from '../figure.ts';
import { type CountGap, countGap } from './count-gap.ts';
import type { VisionBarn } from './vision-barn.ts';
import type { VisionReading } from './vision-reading.ts';
import type { Judgement, RuleDefinition } from './vision-rule-definition.ts';

/** The birds a camera counts against the birds that are alive by the log. */
export const countRule: RuleDefinition = {
  rule: 'count_gap',
  isPerCamera: true,
  applies: ({ kind, unit }) => kind === 'count' && (unit === null || unit === 'birds'),
  judge(reading, { barn, flock, thresholds }) {
    if (flock.live === null || flock.live === 0) return 'unknown_birds';
    const gap = countGap(reading, flock.live, thresholds);
    return typeof gap === 'string' ? gap : judgement(gap, reading, barn);
  },
};

function judgement(gap: CountGap, reading: VisionReading, { name }: VisionBarn): Judgement {
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
