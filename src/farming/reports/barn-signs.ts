import type { dashboardAnswer } from '../../model/answers/dashboard.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import type { AlertVerdict } from '../alert-rules/evaluate-farm.ts';
import type { ContextClimate } from '../context/context-records.ts';
import { type SeverityCounts, severityRank } from '../core/open-items.ts';
import { alertTitle } from '../core/stored-texts.ts';

/**
 * The state of a farm: needs immediate action; needs a check; fine; unknown because nothing was
 * recorded about the birds; or no birds inside.
 */
export type FarmState = 'critical' | 'warning' | 'ok' | 'unrecorded' | 'empty';

/** The inputs of the state of a barn or farm. */
export interface StateSigns {
  readonly isOccupied: boolean;
  /** Open alerts plus current findings of the rules without an alert yet. */
  readonly critical: number;
  readonly warning: number;
  /** The known health grades of its flocks. */
  readonly grades: readonly (string | null | undefined)[];
  /** Whether anything else needs a check, such as bad air or a question. */
  readonly isNoticed: boolean;
  /** Whether any flock inside was ever logged. */
  readonly isRecorded: boolean;
}

/** The state of a barn or farm, by a single definition: a flock of grade E is a warning. */
export function stateOf(signs: StateSigns): FarmState {
  const { isOccupied, critical, warning, grades, isNoticed, isRecorded } = signs;
  if (critical > 0) return 'critical';
  if (warning > 0 || isNoticed || grades.includes('E')) return 'warning';
  if (!isOccupied) return 'empty';
  return isRecorded ? 'ok' : 'unrecorded';
}

type BarnRow = Made<(typeof dashboardAnswer)['schema']>['barns'][number];

/** The state of a barn: needs immediate action, needs a check, fine, or empty. */
type BarnState = BarnRow['state'];

interface BarnSigns {
  readonly isOccupied: boolean;
  readonly openAlerts: SeverityCounts;
  /** Current findings of the rules, including those without an alert yet. */
  readonly findings: readonly AlertVerdict['severity'][];
  readonly climate: Pick<ContextClimate, 'status'> | null;
  /** The health grade of its flock, when known. */
  readonly grade: string | null | undefined;
  readonly isRecorded: boolean;
}

/** The worst of the open alerts, rule findings, health of the birds, and air. */
export function barnState(signs: BarnSigns): BarnState {
  const { isOccupied, openAlerts, findings, climate, grade, isRecorded } = signs;
  const findingsOf = (severity: AlertVerdict['severity']) =>
    findings.filter((finding) => finding === severity).length;
  return stateOf({
    isOccupied,
    critical: openAlerts.critical + findingsOf('critical'),
    warning: openAlerts.warning + findingsOf('warning'),
    grades: [grade],
    isNoticed: climate?.status === 'out_of_range',
    isRecorded,
  });
}

/** The reasons for the state of a barn: alerts, rule findings, a bad grade, bad air. */
export function stateReasons(signs: {
  readonly alerts: readonly StoredOf<'alerts'>[];
  readonly found: readonly AlertVerdict[];
  readonly climate: Pick<ContextClimate, 'status' | 'outOfRange'> | null;
  readonly grade: string | null | undefined;
  readonly flock: string | null;
}): BarnRow['stateReasons'] {
  const { alerts, found, climate, grade, flock } = signs;
  const raised = new Set(alerts.map(({ source }) => isRecord(source) && source['key']));
  const problems = [...alerts, ...found.filter(({ key }) => !raised.has(key))]
    .filter(({ severity }) => severity === 'critical' || severity === 'warning')
    .toSorted((left, right) => severityRank(right.severity) - severityRank(left.severity));
  return [
    ...problems.map((problem) =>
      'rule' in problem
        ? problem.title
        : message('activity.what.named', { name: alertTitle(problem) }),
    ),
    ...(grade === 'E' ? [message('state.grade', { flock: flock ?? '', grade })] : []),
    ...(climate?.status === 'out_of_range'
      ? climate.outOfRange.map((measure) => message('context.fact.outOfRange', { measure }))
      : []),
  ];
}
