import type { BreedTable } from './breed-table.ts';

/** House temperature by age: day, °C. */
const TARGETS = [
  [1, 33],
  [3, 31.5],
  [7, 29.5],
  [14, 27],
  [21, 24.5],
  [28, 22],
  [35, 20.5],
  [42, 20],
] as const;
const LAYING_HEN_TARGET_C = 21;
const GROWN_LAYER_FROM_DAY = 35;

/**
 * The temperature a house is kept at for birds of an age, in °C: 33 on the first day down to 20
 * from day 42, straight between the ages of the programme; laying hens 21.
 * Source: between the programmes of the Ross handbook, Filaha/ITELV and Cobb.
 */
export function targetTemperatureC(kind: BreedTable['kind'], ageDays: number): number {
  if (kind === 'layer' && ageDays >= GROWN_LAYER_FROM_DAY) return LAYING_HEN_TARGET_C;
  const right = TARGETS.findIndex(([day]) => day >= ageDays);
  const [toDay, toC] = TARGETS[right] ?? [42, 20];
  const [fromDay, fromC] = TARGETS[right - 1] ?? [toDay, toC];
  if (fromDay === toDay) return toC;
  return fromC + ((toC - fromC) * (ageDays - fromDay)) / (toDay - fromDay);
}
