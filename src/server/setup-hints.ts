import { currencyOfZone, isCurrency, zoneAt } from '../platform/core/farm-zone.ts';
import { breedProblem, isBreed, knownBreeds } from '../platform/core/organisation-setup.ts';

/** Hints of the service for setting up a farm. */
export const setupHints = {
  breedProblem,
  breeds: knownBreeds,
  currencyOfZone,
  isBreed,
  isCurrency,
  zoneAt,
} as const;
