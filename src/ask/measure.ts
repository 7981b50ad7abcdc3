import type { FarmSnapshot, SnapshotPart } from '../farming/core/farm-snapshot.ts';
import type { MissingData } from '../farming/core/section.ts';
import type { StandardBasis } from '../farming/metrics/standard-basis.ts';
import { checkedForm, type QueryForm } from '../model/answers/query-form.ts';
import type { Message } from '../model/core/message.ts';
import type { aggregations, MeasureName } from '../model/measures.ts';
import type { ResourceName } from '../model/resources/registry.ts';
import type { CalendarDay } from '../tools/calendar.ts';

/** The days of a question, both included. */
export interface Period {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
  /** The number of hours, where the last hours were requested. */
  readonly hours?: number | undefined;
  /** Whether the period starts in the evening of the first day. */
  readonly isNight?: true | undefined;
  /** Whether it is a typical week, not the last one. */
  readonly isWeekly?: true | undefined;
  /** Set for this week, month or year, some days of which may be in the future. */
  readonly current?: 'week' | 'month' | 'year' | undefined;
}

/** The part of a farm that a question is about; several flocks or barns are compared. */
export interface QuestionScope {
  /** The whole farm where absent. */
  readonly barnIds?: readonly string[];
  readonly flockIds?: readonly string[];
}

/** The aggregation of the values of a measure. */
export type Aggregation = (typeof aggregations)[number];

/** A value that others are compared with. */
export interface Limit {
  readonly side: 'above' | 'below';
  readonly value: number;
}

/** An understood question: it contains only rows, days and words of closed lists. */
export interface MeasureQuestion {
  readonly scope: QuestionScope;
  /**
   * The period in the question; a measure that needs one uses its usual period where it is absent.
   */
  readonly period?: Period;
  readonly aggregation: Aggregation;
  /** Only values on that side of a limit. */
  readonly limit?: Limit;
  /** 2 for the second highest or lowest. */
  readonly rank?: number;
  /** Days or hours are counted instead of returning the value. */
  readonly counting?: 'days' | 'hours';
  /** Days of life of each flock, both included, instead of a period. */
  readonly ages?: { readonly from: number; readonly to: number };
  /** The period of comparison. */
  readonly versus?: Period;
  /** Whether the question asks for a reason. */
  readonly isReason?: true;
  /** Whether the question is in the past tense: a realised value precedes an expected one. */
  readonly isPast?: true;
  /** Whether the question asks if the values are good: their bounds are returned too. */
  readonly isJudged?: true;
  /** Words of closed lists that narrow it: a category of expenses, a severity, a person's id. */
  readonly slots: Readonly<Record<string, string>>;
}

/** A figure or a row that supports an answer. */
export interface Fact {
  /** The same in all languages, such as `Mortality, Barn 1, 2026-11-21`. */
  readonly label: string;
  readonly value: number | string | boolean | null;
  readonly unit: string | null;
  /** A day or a time stamp. */
  readonly asOf: string | null;
  /** The source of a standard. */
  readonly standardBasis?: StandardBasis;
  readonly source: {
    readonly resource?: ResourceName;
    readonly ids?: readonly string[];
    /** The query that found the rows, in the form of the list parameters of the resource. */
    readonly query?: Readonly<Record<string, unknown>>;
  };
}

/** The answer of a measure: sentences that contain only values of its facts. */
export interface MeasureAnswer {
  readonly facts: readonly Fact[];
  /** One line each. */
  readonly lines: readonly Message[];
  /** Missing data, with the call that adds each. */
  readonly missing?: readonly MissingData[];
}

/** A measure of a farm. */
export interface MeasureDefinition<P extends SnapshotPart = SnapshotPart> {
  readonly parts: readonly P[];
  /** Whether it applies to a barn or a flock, or to the farm only. */
  readonly per: 'farm' | 'barn' | 'flock';
  /** The period of a question that names none; absent for a measure without a period. */
  readonly usualPeriod?: 'today' | 'last7days' | 'month' | 'flock' | 'night';
  /** A question without a period is returned with a request for one. */
  readonly needsPeriod?: true;
  readonly aggregations: readonly Aggregation[];
  /** Whether it accepts days of life instead of a period. */
  readonly takesAges?: true;
  /** What it can count: days or hours on one side of a limit, or the days of an extreme. */
  readonly counts?: readonly ('days' | 'hours')[];
  /** Whether it compares two periods itself; otherwise both are returned. */
  readonly comparesPeriods?: true;
  /** The slots that narrow it, by name, each with its words. */
  readonly slots?: Readonly<Record<string, readonly string[] | 'person' | 'product'>>;
  readonly compute: (snapshot: FarmSnapshot<P>, question: MeasureQuestion) => MeasureAnswer;
}

const AGGREGATE_OF: Readonly<Record<Aggregation, QueryForm['aggregate']>> = {
  value: 'value',
  total: 'sum',
  average: 'mean',
  lowest: 'min',
  highest: 'max',
  list: 'list',
  count: 'count',
  compare: 'compare',
  trend: 'trend',
};

/** The form of a question about a measure. */
export function formOfMeasure(
  intent: MeasureName,
  { scope, period, aggregation, slots }: MeasureQuestion,
): QueryForm {
  return checkedForm({
    subject: { measure: intent },
    filters: Object.entries(slots).map(([field, value]) => ({ field, op: '=', value })),
    scope: { farms: [], barns: [...(scope.barnIds ?? [])], flocks: [...(scope.flockIds ?? [])] },
    ...(period ? { period: { from: period.from, to: period.to } } : {}),
    tense: 'present',
    aggregate: AGGREGATE_OF[aggregation],
    answerType: 'text',
  });
}

/** Whether its values are compared, ranked or counted. */
export function isModified({ limit, rank, counting, ages, versus }: MeasureQuestion): boolean {
  return [limit, rank, counting, ages, versus].some((one) => one !== undefined);
}
