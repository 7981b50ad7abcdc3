import type { QueryFilter } from '../../model/answers/query-form.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';

/** A word next to another; `category`: one of the closed list. */
export type AdjacentWord = SymbolName | 'category';

/** A resource in questions: its words, its fields, and the questions that it supports. */
export interface View {
  readonly resource: ResourceName;
  /** Nouns and verbs that name it, with the filters that each implies. */
  readonly named: Readonly<Partial<Record<SymbolName, readonly QueryFilter[]>>>;
  /** A noun or verb that names it only next to one of these. */
  readonly requires?: Readonly<Partial<Record<SymbolName, readonly AdjacentWord[]>>>;
  /** Fields that imply it without a noun: only a flock has a `breed`. */
  readonly anchors?: readonly SymbolName[];
  /** Words that may accompany it without an effect. */
  readonly neutral: readonly SymbolName[];
  readonly fields: Readonly<Partial<Record<SymbolName, string>>>;
  /** Fields whose values cannot be summed. */
  readonly rates?: readonly string[];
  /** Fields that are named by two others together. */
  readonly joined?: Readonly<Record<string, readonly string[]>>;
  /** The numeric field for "how much". */
  readonly amount?: string;
  /** The field for "who". */
  readonly person?: string;
  readonly values?: Readonly<Partial<Record<SymbolName, readonly QueryFilter[]>>>;
  /** The field with topics, and the only tense in which a topic identifies a record. */
  readonly about?: string;
  readonly aboutTense?: 'past' | 'present';
  /** Fields that are only returned in addition to others. */
  readonly additionalFields?: readonly string[];
  /** Tasks with the plans, in addition to future records: the topics of their titles, by kind. */
  readonly planned?: Readonly<Record<string, readonly string[]>>;
  /** Kinds that events of the timeline also record. */
  readonly timeline?: readonly string[];
  /** The day or time of a record; null for records with a state and no day. */
  readonly date: string | null;
  /** The field that links a record to a barn or a flock. */
  readonly barn: 'id' | 'barnId' | 'flockId' | null;
  readonly flock: 'id' | 'flockId' | null;
  /** Filters for past events. */
  readonly pastFilters?: readonly QueryFilter[];
  /** Filters where a field of the present is requested and no day is named. */
  readonly presentFilters?: readonly QueryFilter[];
  /**
   * Read only where nothing else accounts for the question, with names of fields and words of
   * titles.
   */
  readonly isOpen?: true;
  /** Filters of a highest or lowest value: a withdrawn bid is not the lowest. */
  readonly extremeFilters?: readonly QueryFilter[];
  /** The related record whose title and category are used: the tender of a bid. */
  readonly titledBy?: { readonly reference: string; readonly resource: ResourceName };
  /** Read only where neither a measure nor the other views account for the question. */
  readonly isBroad?: true;
  /**
   * Whether a word of a closed list implies it: "vitamins"; `open`: only if everything else fails.
   */
  readonly namedByWord?: true | 'open';
  /** Fields whose names imply it without a noun: only a barn has a controller. */
  readonly fieldNames?: readonly string[];
  /** The field whose lowest value is the best. */
  readonly bestIfLowest?: string;
  /** Whether amounts are listed per record, since their units differ. */
  readonly listsEachAmount?: true;
  /** Filters where no day and no state is named. */
  readonly defaultFilters?: readonly QueryFilter[];
  /** Whether it supports future days. */
  readonly supportsFuture?: true;
  /** The last day on which a record is valid; an expired one ended before today. */
  readonly endField?: string;
  /** Whether the answer to "when" is the day of each record. */
  readonly answersWithDays?: true;
  /** Words without which days do not mean `date`: a stock has no days, only its expiry has. */
  readonly datedBy?: readonly SymbolName[];
  /** Whether it supports only questions that name days. */
  readonly needsPeriod?: true;
  /** Fields that another view answers where days are named. */
  readonly undatedFields?: readonly string[];
  /** Whether it supports only future days. */
  readonly isFutureOnly?: true;
  /** Words that mean the past only with a day or a past verb form. */
  readonly needsPast?: readonly SymbolName[];
  /** The only supported question word. */
  readonly onlyQuestionWord?: SymbolName;
  /** Whether lists of past days contain only a field: the records belong to a measure. */
  readonly listsFields?: true;
  /** The aggregates supported without a filter; absent: those of `only`. */
  readonly unfiltered?: readonly string[];
  /** The supported aggregates; absent: all. */
  readonly only?: readonly string[];
  /** Fields that describe a record in an answer. */
  readonly describedBy: readonly string[];
}

/** Prefix of a word of a title, which no topic has. */
export const TITLE_WORD = '"';

export const equals = (field: string, value: string): QueryFilter => ({ field, op: '=', value });

export const isOneOf = (field: string, ...value: string[]): QueryFilter => ({
  field,
  op: 'in',
  value,
});

export const hasKindValue = (value: string): readonly QueryFilter[] => [equals('kind', value)];

/** Matches records without a value. */
export const isEmpty = (field: string): QueryFilter => isOneOf(field, '', 'null', 'undefined');

/** The aggregates supported by lists of records. */
export const LIST_AGGREGATES = ['list', 'count', 'exists', 'last', 'first'] as const;
export const PLACE_SYMBOLS = ['barn', 'flock', 'birds'] as const;
