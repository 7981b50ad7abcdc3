import type { FlockRecord } from '../flocks/flock-record.ts';

/** What people call a flock: its code, else the name of its barn, else its id. */
export function flockName({ flock, barn }: Pick<FlockRecord, 'flock' | 'barn'>): string {
  return flock.code ?? barn?.name ?? flock.id;
}
