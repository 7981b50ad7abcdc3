import {
  breedProblem,
  currencyOfZone,
  isBreed,
  isCurrency,
  knownBreeds,
} from '../platform/administration/setup-checks.ts';
import { zoneAt } from '../platform/core/farm-zone.ts';

/** What the service knows that helps a person who sets up a farm. */
export const setupHints = {
  breedProblem,
  breeds: knownBreeds,
  currencyOfZone,
  isBreed,
  isCurrency,
  zoneAt,
} as const;
