import type { FeedMeasure } from '../../model/feed-measures.ts';

/** What one device of a feed measured at one moment, in the units of readings. */
export interface Sample {
  /** The device as the payload calls it; empty where there is one only. */
  readonly device: string;
  /** Milliseconds since 1970; null: the payload does not say, it is of now. */
  readonly at: number | null;
  readonly values: Readonly<Partial<Record<FeedMeasure, number>>>;
  /** What its meters show, counted since they were put in. */
  readonly counters: Readonly<Partial<Record<FeedMeasure, number>>>;
}

/** What was found in a payload. */
export interface ReadPayload {
  readonly samples: readonly Sample[];
  /** What was wrong with parts of it, for people; the rest was taken. */
  readonly problems: readonly string[];
  /** How many values and rows were left out; more than there are problems told. */
  readonly dropped: number;
}

/** A payload of which nothing could be taken; its message says why. */
export class PayloadRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'PayloadRefused';
  }
}
