import { message } from '../../model/message.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { MissingData } from '../insights/section.ts';

/** Nobody measured the air in the barn of a flock in the last 24 hours. */
export function noBarnAir({ flock, barn }: FlockRecord): MissingData {
  return {
    code: 'no_env_readings',
    message: message('missing.no_env_readings', { barn: barn?.name ?? flock.barnId }),
    resource: 'env-readings',
    barnId: flock.barnId,
    need: 1,
    have: 0,
    fix: {
      method: 'POST',
      path: '/env-readings',
      body: { barnId: flock.barnId, temp: null, humidity: null },
    },
  };
}
