import type { Period } from '../measure.ts';

/** The days of a period as labels of facts name them: one day, or the first and the last. */
export function daysLabel({ from, to }: Period): string {
  return from === to ? to : `${from} to ${to}`;
}
