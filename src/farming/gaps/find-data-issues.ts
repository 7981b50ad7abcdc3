import type { ResourceName } from '../../model/registry.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { suspectText } from '../flocks/plausibility.ts';
import { type DataIssue, dataIssue } from './data-issue.ts';
import { flockName } from './flock-name.ts';
import type { GapSnapshot } from './gap-rule.ts';
import { findLogIssues } from './log-issues.ts';
import { findRunIssues } from './run-issues.ts';

/** Parts of a snapshot whose rows tell of what has happened, by their resource. */
const DATED = {
  sales: 'sales',
  treatments: 'treatments',
  feedDeliveries: 'feed-deliveries',
  expenses: 'expenses',
} as const satisfies Record<string, ResourceName>;

/** What cannot be right in the data of the birds that are inside, and dates that lie ahead. */
export function findDataIssues(snapshot: GapSnapshot): DataIssue[] {
  const records = liveFlocksOf(snapshot);
  return [
    ...records.filter(({ isImpossible }) => isImpossible).map(negativePopulation),
    ...findLogIssues(snapshot),
    ...records.flatMap(suspectValues),
    ...records.flatMap((record) => findRunIssues(record, snapshot.thresholds)),
    ...futureRows(snapshot),
  ];
}

function negativePopulation(record: FlockRecord): DataIssue {
  const { placed, totals } = record;
  const gone = totals.mortality + totals.culls + totals.soldBirds;
  const row = { resource: 'flocks', id: record.flock.id } as const;
  return dataIssue('negative_population', row, {
    flock: flockName(record),
    placed: { quantity: placed ?? 0, unit: 'birds' },
    gone: { quantity: gone, unit: 'birds' },
  });
}

function suspectValues({ suspects, ...record }: FlockRecord): DataIssue[] {
  const flock = flockName(record);
  return suspects.map((suspect) =>
    dataIssue('suspect_value', suspect, { flock, what: suspectText(suspect) }),
  );
}

function futureRows(snapshot: GapSnapshot): DataIssue[] {
  return (Object.keys(DATED) as (keyof typeof DATED)[]).flatMap((part) =>
    snapshot[part]
      .filter(({ date }) => date > snapshot.today)
      .map(({ id, date }) =>
        dataIssue('future_date', { resource: DATED[part], id }, { day: { day: date } }),
      ),
  );
}
