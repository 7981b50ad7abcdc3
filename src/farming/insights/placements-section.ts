import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { barnStatesOf } from '../core/farm-flocks.ts';
import { figure } from '../core/figure.ts';
import { noLiveFlocks } from '../core/missing-data.ts';
import {
  distinctMissing,
  type Fix,
  type MissingData,
  type SectionDefinition,
  type SectionFrame,
} from '../core/section.ts';
import { type BarnPlacement, barnPlacement } from '../placements/barn-placement.ts';
import {
  chickHistory,
  PLACEMENT_PARTS,
  type PlacementSnapshot,
  plannedDowntimeDays,
  usualDowntimeDays,
} from '../placements/barn-stays.ts';

/** The next placement of each barn, and the number of birds. */
export const placementsSection: SectionDefinition<
  (typeof PLACEMENT_PARTS)[number],
  never,
  MadeSection<'placements'>
> = {
  parts: PLACEMENT_PARTS,
  uses: [],
  compute: computePlacements,
};

function computePlacements(snapshot: PlacementSnapshot): MadeSection<'placements'> {
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
    barns: placements.map((placement) => placementRow(placement, snapshot)),
  };
}

function statusOf(barns: number, missing: number): SectionFrame['status'] {
  if (barns === 0) return 'not_enough_data';
  return missing === 0 ? 'ok' : 'partial';
}

function placementRow(
  placement: BarnPlacement,
  snapshot: PlacementSnapshot,
): MadeSection<'placements'>['barns'][number] {
  const { barn, stays, room, ...plan } = placement;
  const { current, planned } = stays;
  const state = barnStatesOf(snapshot).get(barn.id);
  const tooEarly = planned ? tooEarlyMessage(placement, planned.placementDate) : null;
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
          isTooEarly: tooEarly !== null,
          warning: tooEarly,
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

/** The message for a flock planned before its barn is ready; null otherwise. */
function tooEarlyMessage({ barn, readyDate }: BarnPlacement, day: CalendarDay): Message | null {
  if (readyDate === null || day >= readyDate) return null;
  return message('placements.too_early', {
    barn: barn.name,
    day: { day },
    ready: { day: readyDate },
  });
}

/** The data missing to plan the placements of a barn; empty for a barn out of use. */
export function missingPlacement(placement: BarnPlacement): MissingData[] {
  if (placement.state === 'maintenance') return [];
  return [...missingRoom(placement), ...missingTargetWeight(placement)];
}

function missingRoom({ barn, room }: BarnPlacement): MissingData[] {
  const needsArea = room.kind !== 'layer' && barn.areaSqm === null;
  const fields = [
    ...(needsArea ? (['areaSqm'] as const) : []),
    ...(barn.capacity === null ? (['capacity'] as const) : []),
  ];
  const [field] = fields;
  if (!field) return [];
  const body = Object.fromEntries(fields.map((name) => [name, null]));
  return [
    {
      code: 'no_area_or_capacity',
      message: message('placements.no_area_or_capacity', {
        what: fields.length === 2 ? 'both' : field,
        barn: barn.name,
      }),
      resource: 'barns',
      field,
      barnId: barn.id,
      need: fields.length,
      have: 0,
      fix: { method: 'PATCH', path: `/barns/${barn.id}`, body },
    },
  ];
}

function missingTargetWeight(placement: BarnPlacement): MissingData[] {
  const { barn, room, stays } = placement;
  if (!room.targetWeightAssumed || room.targetWeightKg === null) return [];
  const flock = stays.current?.flock ?? stays.planned;
  return [
    {
      code: 'no_target_weight',
      message: message('placements.no_target_weight', {
        barn: barn.name,
        weight: { quantity: room.targetWeightKg, unit: 'kg' },
      }),
      resource: 'flocks',
      field: 'targetWeightKg',
      barnId: barn.id,
      ...(flock ? { flockId: flock.id } : {}),
      need: 1,
      have: 0,
      fix: flock
        ? { method: 'PATCH', path: `/flocks/${flock.id}`, body: { targetWeightKg: null } }
        : newFlock(placement),
    },
  ];
}

/** The target weight for an empty barn is set with its next flock. */
function newFlock({ barn, suggestedPlacementDate }: BarnPlacement): Fix {
  const body = { barnId: barn.id, placementDate: suggestedPlacementDate, targetWeightKg: null };
  return { method: 'POST', path: '/flocks', body, action: 'create_flock' };
}
