import { message } from '../../model/message.ts';
import { figure } from '../figure.ts';
import { activityBaseline } from './activity-baseline.ts';
import { isOver } from './is-over.ts';
import type { RuleDefinition } from './vision-rule-definition.ts';

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
