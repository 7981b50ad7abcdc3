import type { BreedTable } from '../standards/breed-table.ts';
import { breedTables } from '../standards/breed-tables.ts';
import { findBreed } from '../standards/find-breed.ts';

/** Which of the three programmes birds are kept by. */
export type BirdKind = BreedTable['kind'];

const KINDS_BY_BARN: Readonly<Record<string, BirdKind>> = {
  layer: 'layer',
  breeder: 'layer',
  pullet: 'layer',
  turkey: 'turkey',
};

/** The kind of birds from their breed, else from the type of their barn; broilers without either. */
export function birdKind(breed: string | null, barnType: string | null): BirdKind {
  const known = findBreed(breed);
  if (known) return breedTables[known].kind;
  const byBarn = barnType !== null && Object.hasOwn(KINDS_BY_BARN, barnType);
  return (byBarn && KINDS_BY_BARN[barnType]) || 'broiler';
}
