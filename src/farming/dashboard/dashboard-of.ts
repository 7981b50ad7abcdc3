import type { InsightSection } from '../../model/insight-sections.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { CAMERAS_PARTS, camerasOf } from '../cameras/cameras-of.ts';
import { DIGEST_PARTS, digestOf } from '../digest/digest-of.ts';
import type { Insights } from '../insights/compute-insights.ts';
import { partsOf } from '../insights/compute-insights.ts';
import { otherSteps } from '../insights/compute-others.ts';
import { distinctMissing } from '../insights/distinct-missing.ts';
import { failedSections } from '../insights/failed-sections.ts';
import type { DataStatus } from '../insights/section.ts';
import { sectionDefinitions } from '../insights/section-definitions.ts';
import { usedSections } from '../insights/used-sections.ts';
import { LEDGER_PARTS } from '../money/ledger.ts';
import type { FarmSnapshot, SnapshotPart } from '../snapshot/farm-snapshot.ts';
import { barnRows } from './barn-rows.ts';
import { farmFigures } from './farm-figures.ts';

/** The sections of `/insights` that a dashboard draws on. */
const SECTIONS = ['actionPlan', 'health', 'feed', 'weather', 'risk'] as const;

/** Those of which it says what they lack: the others lack what no figure here needs. */
const TOLD: readonly InsightSection[] = ['actionPlan', 'health', 'feed'];

/** The parts of a snapshot that a dashboard shows. */
export const DASHBOARD_PARTS: readonly SnapshotPart[] = [
  ...new Set([
    ...DIGEST_PARTS,
    ...CAMERAS_PARTS,
    ...LEDGER_PARTS,
    ...partsOf(SECTIONS, sectionDefinitions),
    'newestReadings' as const,
  ]),
];

/**
 * The screen a farm is run from: what to do, the numbers above all, every barn, the cameras. Every
 * figure is that of the digest, the context, the insights and the cameras screen. Sections that
 * fail are told to `onFailure`, and the rest stands.
 */
export function* dashboardSteps(
  snapshot: FarmSnapshot,
  onFailure: (failure: Insights['failures'][number]) => void,
) {
  const { others, failures } = yield* otherSteps(snapshot, SECTIONS);
  for (const failure of failures) onFailure(failure);
  const used = usedSections(others);
  const { weather } = used;
  yield;
  const digest = digestOf(snapshot, weather?.status === 'not_enough_data' ? undefined : weather);
  const missing = distinctMissing([
    ...failedSections(SECTIONS, others),
    ...TOLD.flatMap((section) => others[section]?.missing ?? []),
  ]);
  const isEmpty = snapshot.barns.length === 0 && snapshot.liveFlocks.length === 0;
  const status: DataStatus = isEmpty ? 'not_enough_data' : missing.length > 0 ? 'partial' : 'ok';
  return {
    farmId: snapshot.farm.id,
    asOf: formatInstant(snapshot.now),
    date: snapshot.today,
    currency: snapshot.currency,
    status,
    missing,
    headline: digest.headline,
    figures: {
      ...farmFigures(snapshot, digest),
      risk: { score: used.risk?.score ?? null, level: used.risk?.level ?? null },
    },
    todo: used.actionPlan?.items ?? [],
    tasks: digest.tasksToday,
    barns: barnRows(snapshot, used),
    cameras: camerasOf(snapshot).headline,
  };
}
