import { mean, sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';

/** What of a farm says how complete its data are. */
export interface QualityFacts {
  readonly hasCoordinates: boolean;
  readonly contacts: number;
  readonly barns: number;
  /** Barns with both an area and a capacity. */
  readonly barnsMeasured: number;
  /** Active and selling. */
  readonly flocks: readonly FlockQualityFacts[];
}

/** What of a flock says how complete its data are. */
export interface FlockQualityFacts {
  readonly ageDays: number;
  /** Of the seven days before today those with birds inside, and on how many deaths were logged. */
  readonly daysInside7: number;
  readonly daysLogged7: number;
  /** Values of the last fourteen days that cannot be right; each takes away from one logged day. */
  readonly suspectValues: number;
  /** Weighed by hand or by cameras not long ago. */
  readonly isWeighed: boolean;
  /** Of the last 24 hours, in how many its barn was measured. */
  readonly climateHours24: number;
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
  readonly hasPhoto7d: boolean;
  readonly isBreedKnown: boolean;
  readonly isPlacedKnown: boolean;
}

/** How complete each kind of data is, 0 to 1, not rounded; null where it does not apply. */
export interface QualityParts {
  readonly logs: number | null;
  readonly weights: number | null;
  readonly environment: number | null;
  readonly money: number | null;
  readonly photos: number | null;
  readonly identity: number | null;
}

/** What each part counts in the score. */
const WEIGHTS: Readonly<Record<keyof QualityParts, number>> = {
  logs: 35,
  weights: 20,
  environment: 15,
  money: 15,
  photos: 5,
  identity: 10,
};

/** Younger birds are not weighed yet. */
const WEIGHED_FROM_AGE = 7;
const HOURS_A_DAY = 24;

/** How complete the data of a farm are, part by part; every flock counts alike. */
export function qualityParts(facts: QualityFacts): QualityParts {
  const { flocks } = facts;
  const grown = flocks.filter(({ ageDays }) => ageDays >= WEIGHED_FROM_AGE);
  const expected = sum(flocks.map(({ daysInside7 }) => daysInside7));
  const logged = sum(
    flocks.map(({ daysLogged7, suspectValues }) => Math.max(0, daysLogged7 - suspectValues)),
  );
  return {
    logs: expected === 0 ? null : logged / expected,
    weights: shareOf(grown, ({ isWeighed }) => Number(isWeighed)),
    environment: shareOf(flocks, ({ climateHours24 }) => climateHours24 / HOURS_A_DAY),
    money: shareOf(flocks, ({ hasChickCost, hasFeedCost }) => share([hasChickCost, hasFeedCost])),
    photos: shareOf(flocks, ({ hasPhoto7d }) => Number(hasPhoto7d)),
    identity: mean(identityShares(facts)),
  };
}

/** The parts as one score, 0 to 100; those that do not apply leave their weight to the others. */
export function qualityScore(parts: QualityParts): number | null {
  const applicable = Object.entries(WEIGHTS).flatMap(([name, weight]) => {
    const part = parts[name as keyof QualityParts];
    return part === null ? [] : [{ part, weight }];
  });
  const total = sum(applicable.map(({ weight }) => weight));
  if (total === 0) return null;
  return figure('score', (sum(applicable.map(({ part, weight }) => part * weight)) / total) * 100);
}

function identityShares({
  hasCoordinates,
  contacts,
  barns,
  barnsMeasured,
  flocks,
}: QualityFacts): number[] {
  return [
    Number(hasCoordinates),
    Number(contacts > 0),
    ...(barns === 0 ? [] : [barnsMeasured / barns]),
    ...flocks.map(({ isBreedKnown, isPlacedKnown }) => share([isBreedKnown, isPlacedKnown])),
  ];
}

function shareOf(
  flocks: readonly FlockQualityFacts[],
  shareOfOne: (flock: FlockQualityFacts) => number,
): number | null {
  return mean(flocks.map(shareOfOne));
}

function share(facts: readonly boolean[]): number {
  return facts.filter(Boolean).length / facts.length;
}
