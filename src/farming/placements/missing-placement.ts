import { message } from '../../model/message.ts';
import type { Fix, MissingData } from '../insights/section.ts';
import type { BarnPlacement } from './barn-placement.ts';

/** What of a barn is missing to plan its placements; nothing of one that is out of use. */
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

/** The weight of an empty barn is told with its next flock. */
function newFlock({ barn, suggestedPlacementDate }: BarnPlacement): Fix {
  const body = { barnId: barn.id, placementDate: suggestedPlacementDate, targetWeightKg: null };
  return { method: 'POST', path: '/flocks', body, action: 'create_flock' };
}
