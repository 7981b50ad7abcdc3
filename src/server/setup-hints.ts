import { breedProblem, knownBreeds } from '../platform/farms/breed-problem.ts';
import { currencyOfZone, isCurrency } from '../platform/farms/farm-currency.ts';
import { zoneAt } from '../platform/farms/farm-zone.ts';

/** What the service knows that helps a person who sets up a farm. */
export const setupHints = {
  breedProblem,
  breeds: knownBreeds,
  currencyOfZone,
  isCurrency,
  zoneAt,
} as const;
