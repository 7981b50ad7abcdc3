import { figure } from '../figure.ts';
import { barnStatesOf } from '../flocks/farm-flocks.ts';
import { noLiveFlocks } from '../missing/no-live-flocks.ts';
import { type BarnPlacement, barnPlacement } from '../placements/barn-placement.ts';
import { PLACEMENT_PARTS, type PlacementSnapshot } from '../placements/barn-stays.ts';
import { chickHistory } from '../placements/chick-history.ts';
import { missingPlacement } from '../placements/missing-placement.ts';
import { plannedDowntimeDays, usualDowntimeDays } from '../placements/usual-downtime.ts';
import { distinctMissing } from './distinct-missing.ts';
import type { SectionDefinition, SectionFrame } from './section.ts';

/** When each barn takes its next flock, and how many birds. */
export const placementsSection: SectionDefinition<(typeof PLACEMENT_PARTS)[number], never> = {
  parts: PLACEMENT_PARTS,
  uses: [],
  compute: computePlacements,
};

function computePlacements(snapshot: PlacementSnapshot) {
  const placements = snapshot.barns.map((barn) => barnPlacement(barn, snapshot));
  const missing = distinctMissing(
    placements.length === 0 ? [noLiveFlocks(snapshot)] : placements.flatMap(missingPlacement),
  );
  return {
    status: statusOf(placements.length, missing.length),
    asOf: snapshot.today,
    missing,
    usualDowntimeDays: figure('time', usualDowntimeDays(snapshot)),
    plannedDowntimeDays: plannedDowntimeDays(snapshot),
    barns: placements.map((placement) => rowOf(placement, snapshot)),
  };
}

function statusOf(barns: number, missing: number): SectionFrame['status'] {
  if (barns === 0) return 'not_enough_data';
  return missing === 0 ? 'ok' : 'partial';
}

function rowOf(placement: BarnPlacement, snapshot: PlacementSnapshot) {
  const { barn, stays, room, ...plan } = placement;
  const { current, planned } = stays;
  const state = barnStatesOf(snapshot).get(barn.id);
  return {
    barnId: barn.id,
    name: barn.name,
    state: plan.state,
    flockId: current?.flock.id ?? null,
    ageDays: current?.ageDays ?? null,
    expectedOut: plan.expectedOut,
    emptySince: plan.emptySince,
    downtimeDays: plan.downtimeDays,
    readyDate: plan.readyDate,
    suggestedPlacementDate: plan.suggestedPlacementDate,
    planned: planned
      ? {
          flockId: planned.id,
          date: planned.placementDate,
          isTooEarly: plan.readyDate !== null && planned.placementDate < plan.readyDate,
        }
      : null,
    densityKgM2: figure('kg', state?.densityKgM2),
    densityReason: state?.reason ?? null,
    densityLimitKgM2: room.kind === 'layer' ? null : snapshot.thresholds.densityLimitKgM2,
    targetWeightKg: room.targetWeightKg,
    targetWeightAssumed: room.targetWeightAssumed,
    maxBirdsByDensity: room.maxBirdsByDensity,
    expectedLivabilityPct: figure('pct', room.expectedLivabilityPct),
    maxBirds: room.maxBirds,
    overcrowdedAt: plan.overcrowdedAt,
    supplierHistory: chickHistory(stays, snapshot).map((supplier) => ({
      ...supplier,
      firstWeekMortalityPct: figure('pct', supplier.firstWeekMortalityPct),
      livabilityPct: figure('pct', supplier.livabilityPct),
    })),
  };
}
