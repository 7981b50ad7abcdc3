import { message } from '../../model/message.ts';
import type { MissingData } from '../insights/section.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** There is no flock in any barn of the farm, or not even a barn. */
export function noLiveFlocks({ farm, barns, today }: FarmSnapshot<'barns'>): MissingData {
  const barn = barns[0];
  if (!barn) {
    const body = { farmId: farm.id, name: null };
    return missing('no_barns', 'barns', { method: 'POST', path: '/barns', body });
  }
  const body = { barnId: barn.id, placementDate: today, breed: null, chicksReceived: null };
  return missing('no_live_flocks', 'flocks', { method: 'POST', path: '/flocks', body });
}

function missing(
  code: string,
  resource: string,
  fix: NonNullable<MissingData['fix']>,
): MissingData {
  return { code, message: message(`missing.${code}`), resource, need: 1, have: 0, fix };
}
