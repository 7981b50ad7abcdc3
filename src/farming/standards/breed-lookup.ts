import { foldText, nearestWord } from '../../tools/words.ts';
import { type BreedName, type BreedTable, breedNames, breedTables } from './breed-tables.ts';

/** Other spellings of breeds, normalised by `foldBreed`. */
const ALIASES: Readonly<Partial<Record<BreedName, readonly string[]>>> = {
  ross_308: ['ross', '308', 'ross 308 FF', 'רוס', 'רוס 308'],
  ross_308_ap: ['308 AP', 'רוס 308 AP'],
  ross_708: ['708', 'רוס 708'],
  cobb_500: ['cobb', 'קוב', 'קוב 500'],
  cobb_800: ['קוב 800'],
  arbor_acres_plus: ['arbor acres', 'AA', 'AA plus', 'ארבור אייקרס'],
  hubbard_efficiency_plus: ['hubbard', 'efficiency plus', 'האברד'],
  hubbard_edge: ['edge'],
  indian_river: ['IR', 'indian river FF'],
  lohmann_brown_classic: ['lohmann', 'lohmann brown', 'LB', 'LB classic', 'לוהמן', 'לוהמן בראון'],
  lohmann_lsl_lite: ['LSL', 'LSL lite', 'lohmann LSL'],
  hyline_brown: ['hy-line', 'hyliner', 'היי ליין', 'היי ליין בראון', 'הי ליין'],
  hyline_w36: ['W-36'],
  isa_brown: ['ISA', 'איזה בראון'],
  turkey_but6: ['BUT 6', 'B.U.T. 6'],
};

const byFoldedName: ReadonlyMap<string, BreedName> = new Map(
  breedNames.flatMap((name) =>
    [name, ...(ALIASES[name] ?? [])].map((text) => [foldBreed(text), name] as const),
  ),
);

// Size limit of the cache: a portfolio looks up each breed several times, and there are few
// spellings.
const MOST_KEPT = 1000;
const cache = new Map<string, BreedName | undefined>();

/**
 * The breed for a text: case, spaces and punctuation are ignored, common short and Hebrew names are
 * known. Undefined when no table matches with certainty; a breed is never guessed.
 */
export function findBreed(name: string | null | undefined): BreedName | undefined {
  if (name == null) return undefined;
  if (cache.has(name)) return cache.get(name);
  const breed = byFoldedName.get(foldBreed(name));
  if (cache.size >= MOST_KEPT) cache.clear();
  cache.set(name, breed);
  return breed;
}

function foldBreed(name: string): string {
  return foldText(name).replace(/[^\p{L}\p{N}]/gu, '');
}

const WRITTEN_NAMES: readonly string[] = breedNames.flatMap((name) => [
  breedTables[name].title,
  ...(ALIASES[name] ?? []),
]);

/**
 * The title of the most similar breed for a text that matches none with certainty; undefined when
 * it matches, and when no name is similar.
 */
export function suggestBreed(name: string): string | undefined {
  if (findBreed(name) !== undefined) return undefined;
  const nearestBreed = findBreed(nearestWord(name, WRITTEN_NAMES));
  return nearestBreed && breedTables[nearestBreed].title;
}

/** Which of the three management programmes applies to the birds. */
export type BirdKind = BreedTable['kind'];

const KINDS_BY_BARN: Readonly<Record<string, BirdKind>> = {
  layer: 'layer',
  breeder: 'layer',
  pullet: 'layer',
  turkey: 'turkey',
};

/** The kind of birds from their breed, else from the type of their barn; broilers by default. */
export function birdKind(breed: string | null, barnType: string | null): BirdKind {
  const breedName = findBreed(breed);
  if (breedName) return breedTables[breedName].kind;
  const byBarn = barnType !== null && Object.hasOwn(KINDS_BY_BARN, barnType);
  return (byBarn && KINDS_BY_BARN[barnType]) || 'broiler';
}
