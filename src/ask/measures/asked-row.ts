import type { MissingData } from '../../farming/core/section.ts';
import type { Message } from '../../model/core/message.ts';
import type { Fact } from '../measure.ts';

/** What a measure says of one flock or barn. */
export type AskedRow = KnownRow | UnknownRow;

/** A flock or barn for which the figure is known. */
export interface KnownRow {
  readonly place: string;
  /** What it is compared by. */
  readonly value: number;
  readonly facts: readonly Fact[];
  /** Its sentences. */
  readonly lines: readonly Message[];
  /** What would make the figure better. */
  readonly missing?: readonly MissingData[];
}

/** A flock or barn of which the figure cannot be told. */
export interface UnknownRow {
  readonly place: string;
  readonly value: null;
  /** What is known instead; else the missing data say it themselves. */
  readonly lines?: readonly Message[];
  readonly facts?: readonly Fact[];
  readonly missing: readonly MissingData[];
}

/** A flock or barn of which the figure cannot be told, and why. */
export function unknownRow(place: string, missing: readonly MissingData[]): UnknownRow {
  return { place, value: null, missing };
}
