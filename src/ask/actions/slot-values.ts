import type { UnitName } from '../lexicon/lexicon.ts';

/** What one of a spoken unit is in the unit of a field, by the unit of the field. */
export const unitFactors: Readonly<Record<string, Readonly<Partial<Record<UnitName, number>>>>> = {
  kg: { kg: 1, lb: 0.45359237, t: 1000, g: 0.001, jin: 0.5, liang: 0.05 },
  g: { g: 1, lb: 453.59237, kg: 1000, jin: 500, liang: 50 },
  // Water is said in tonnes, too.
  L: { L: 1, m3: 1000, t: 1000, kg: 1 },
  'm²': { sqm: 1 },
  '°C': { degrees: 1 },
  '°': { degrees: 1 },
  '%': { percent: 1 },
  birds: { birds: 1 },
  eggs: { eggs: 1 },
};

/** What stands in a slot of an action before it is a field. */
export type SlotValue =
  | { readonly kind: 'value'; readonly value: string | number }
  /** Words as they were typed; in quotes they are nothing but a name. */
  | {
      readonly kind: 'text';
      readonly from: number;
      readonly to: number;
      readonly isQuoted: boolean;
    }
  /** Records of which one is meant; none where nobody is known by the name. */
  | {
      readonly kind: 'records';
      readonly of: RecordKind;
      readonly ids: readonly NamedId[];
      /** Where the name stands. */
      readonly from: number;
      readonly to: number;
      /** A name in another script, known by its sound. */
      readonly isSpoken?: true;
    };

/** A record by its id and name. */
export interface NamedId {
  readonly id: string;
  readonly name: string;
}

export type RecordKind = 'barn' | 'flock' | 'person';
