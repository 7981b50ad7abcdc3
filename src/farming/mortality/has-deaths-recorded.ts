import type { FlockRecord } from '../flocks/flock-record.ts';

/** Whether anybody ever recorded how many birds of a flock died, be it none. */
export function hasDeathsRecorded({ days }: FlockRecord): boolean {
  return days.some(({ log }) => log?.mortality != null);
}
