import type { FarmSnapshot, SnapshotPart } from '../farming/core/farm-snapshot.ts';
import type { MissingData } from '../farming/core/section.ts';
import type { StandardBasis } from '../farming/metrics/standard-basis.ts';
import type { Message } from '../model/core/message.ts';
import type { aggregations } from '../model/measures.ts';
import type { ResourceName } from '../model/resources/registry.ts';
import type { CalendarDay } from '../tools/calendar.ts';

/** Which days a question is about, both included. */
export interface Period {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** Where the last hours were asked for: how many. */
  readonly hours?: number | undefined;
  /** Only from the evening of the first day on. */
  readonly isNight?: true | undefined;
  /** Where it is this week, month or year, of which days may be to come. */
  readonly current?: 'week' | 'month' | 'year' | undefined;
}

/** What of a farm a question is about; several flocks or barns are compared. */
export interface AskedScope {
  /** All of the farm where absent. */
  readonly barnIds?: readonly string[];
  readonly flockIds?: readonly string[];
}

/** How the values of a measure are to be put together. */
export type Aggregation = (typeof aggregations)[number];

/** A value that others are compared with. */
export interface Limit {
  readonly side: 'above' | 'below';
  readonly value: number;
}

/** A question once it is understood: everything in it is a row, a day or a word of a closed list. */
export interface MeasureQuestion {
  readonly scope: AskedScope;
  /** What the question names; a measure that needs one and finds none uses its own usual one. */
  readonly period?: Period;
  readonly aggregation: Aggregation;
  /** Only what lies on that side of a value. */
  readonly limit?: Limit;
  /** 2 for the second best of what is highest or lowest. */
  readonly rank?: number;
  /** Days or hours are asked for, instead of the value. */
  readonly counting?: 'days' | 'hours';
  /** Days of life of each flock, both included, instead of a period. */
  readonly ages?: { readonly from: number; readonly to: number };
  /** The period that it is compared with. */
  readonly versus?: Period;
  /** Whether it is asked why the values are as they are. */
  readonly isReason?: true;
  /** Whether it is asked if the values are good: their bounds are told. */
  readonly isJudged?: true;
  /** Words of a closed list that narrow it: a category of expenses, a severity, a person's id. */
  readonly slots: Readonly<Record<string, string>>;
}

/** A figure or a row that an answer rests on. */
export interface Fact {
  /** The same in all languages, such as `Mortality, Barn 1, 2026-11-21`. */
  readonly label: string;
  readonly value: number | string | boolean | null;
  readonly unit: string | null;
  /** A day or a time stamp. */
  readonly asOf: string | null;
  /** Of a standard: its source. */
  readonly standardBasis?: StandardBasis;
  readonly source: {
    readonly resource?: ResourceName;
    readonly ids?: readonly string[];
    /** How the rows were found, as the list of the resource is asked for. */
    readonly query?: Readonly<Record<string, unknown>>;
  };
}

/** The answer of a measure: its sentences, filled with nothing but values that its facts hold. */
export interface MeasureAnswer {
  readonly facts: readonly Fact[];
  /** One line each. */
  readonly lines: readonly Message[];
  /** What is not known, with the call that would change that. */
  readonly missing?: readonly MissingData[];
}

/** One thing that can be asked of a farm. */
export interface MeasureDefinition<P extends SnapshotPart = SnapshotPart> {
  readonly parts: readonly P[];
  /** Whether it means something for a barn or a flock, or for the farm only. */
  readonly per: 'farm' | 'barn' | 'flock';
  /** The period it is about where the question names none; absent where it has no period. */
  readonly usualPeriod?: 'today' | 'last7days' | 'month' | 'flock' | 'night';
  /** Without a period in the question it is asked back for. */
  readonly needsPeriod?: true;
  readonly aggregations: readonly Aggregation[];
  /** Whether it takes days of life instead of a period. */
  readonly takesAges?: true;
  /** What it can count: days or hours on one side of a limit, or days that it names as those of an extreme. */
  readonly counts?: readonly ('days' | 'hours')[];
  /** Whether it compares two periods itself; else both are told. */
  readonly comparesPeriods?: true;
  /** Names of the slots that narrow it, each with its words. */
  readonly slots?: Readonly<Record<string, readonly string[] | 'person' | 'product'>>;
  readonly compute: (snapshot: FarmSnapshot<P>, question: MeasureQuestion) => MeasureAnswer;
}
