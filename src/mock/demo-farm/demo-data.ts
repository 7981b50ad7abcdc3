import type { Language } from '../../model/languages.ts';
import type { Create, ResourceName, Row } from '../../model/registry.ts';
import type { CommonFields } from '../../model/resource.ts';

/** What a demo farm is made from. */
export interface DemoOptions {
  /** The same seed and the same `now` give the same rows, byte for byte. */
  readonly seed: number;
  /** The present of the demo, in milliseconds since 1970. */
  readonly now: number;
  /** Of the texts; every figure, id and time is the same in all of them. */
  readonly language: Language;
  /** How many days of history there are; flocks that were in a barn then are kept whole. */
  readonly days?: number;
}

/** Who wrote a row. */
export interface Actor {
  readonly type: 'user' | 'integration' | 'system';
  readonly id: string;
}

/** A stored row: what every row has, then every stored field of its resource, null where unknown. */
export interface DemoRow {
  readonly id: string;
  /** Null for users, who belong to the organisation; for farms their own id. */
  readonly farmId: string | null;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: Actor;
  readonly [field: string]: unknown;
}

/** The rows of every resource, by its name. */
export type DemoRows = Readonly<Record<ResourceName, readonly DemoRow[]>>;

/** An organisation with its farms and everything that happened on them. */
export interface DemoData {
  readonly organisation: {
    readonly id: string;
    readonly name: string;
    readonly timezone: string;
    readonly language: Language;
  };
  readonly rows: DemoRows;
}

/** The same, with its readings still to be made. */
export interface DemoDraft extends DemoData {
  /** In place of those of `rows`, which has none; can be gone through once. */
  readonly readings: Iterable<DemoRow>;
}

/** The fields of a new row that differ from null. */
export type DemoFields<N extends ResourceName> = Create<N> &
  Partial<Omit<Row<N>, keyof CommonFields>>;

/** A row as a topic of the generator hands it in. */
export interface NewRow<N extends ResourceName> {
  /** Made ahead with `newId` where another row needs it first. */
  readonly id?: string;
  readonly farmId: string | null;
  /** When it was written, in milliseconds since 1970; held to the present. */
  readonly at: number;
  /** When it was changed last; `at` when absent. */
  readonly updatedAt?: number | undefined;
  readonly by: Actor;
  readonly fields: DemoFields<N>;
}
