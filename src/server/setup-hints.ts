import { breedProblem, isBreed, knownBreeds } from '../platform/administration/setup-checks.ts';
import { currencyOfZone, isCurrency, zoneAt } from '../platform/core/farm-zone.ts';

/** Hints of the service for setting up a farm. */
export const setupHints = {
  breedProblem,
  breeds: knownBreeds,
  currencyOfZone,
  isBreed,
  isCurrency,
  zoneAt,
} as const;
