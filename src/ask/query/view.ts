import type { QueryFilter } from '../../model/answers/query-form.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import type { SymbolName } from '../lexicon/lexicon.ts';

/** A word that is said beside another; `category`: one of the closed list. */
export type Beside = SymbolName | 'category';

/** A resource as questions speak of it: which words mean it, its fields, and what they may ask. */
export interface View {
  readonly resource: ResourceName;
  /** Nouns and verbs that mean it, with the filters that each implies. */
  readonly named: Readonly<Partial<Record<SymbolName, readonly QueryFilter[]>>>;
  /** A noun or verb that means it only beside one of these. */
  readonly requires?: Readonly<Partial<Record<SymbolName, readonly Beside[]>>>;
  /** Fields that mean it without a noun: `breed` can only be that of a flock. */
  readonly anchors?: readonly SymbolName[];
  /** Words that may be said beside it and change nothing. */
  readonly neutral: readonly SymbolName[];
  readonly fields: Readonly<Partial<Record<SymbolName, string>>>;
  /** Fields whose values may not be added up. */
  readonly rates?: readonly string[];
  /** Fields that two others together mean. */
  readonly joined?: Readonly<Record<string, readonly string[]>>;
  /** The number that "how much" asks for. */
  readonly amount?: string;
  /** The field that "who" asks for. */
  readonly person?: string;
  readonly values?: Readonly<Partial<Record<SymbolName, readonly QueryFilter[]>>>;
  /** The field whose topics may be asked about, and the only tense in which a topic is enough of a name. */
  readonly about?: string;
  readonly aboutTense?: 'past' | 'present';
  /** Fields that are only told beside others. */
  readonly beside?: readonly string[];
  /** Where what is planned is found, beside records of days ahead: the topics of their titles, by kind. */
  readonly planned?: Readonly<Record<string, readonly string[]>>;
  /** Kinds that events of the timeline tell of as well. */
  readonly timeline?: readonly string[];
  /** The day or time of a record; null for what has a state and no day. */
  readonly date: string | null;
  /** How a record is found by a barn and by a flock. */
  readonly barn: 'id' | 'barnId' | 'flockId' | null;
  readonly flock: 'id' | 'flockId' | null;
  /** Filters of what has happened. */
  readonly past?: readonly QueryFilter[];
  /** Filters where a field of the present is asked for and no day is named. */
  readonly present?: readonly QueryFilter[];
  /** Read only where nothing else accounts for the question, with names of fields and words of titles. */
  readonly isOpen?: true;
  /** The record of another resource whose title is that of its own: the tender of a bid. */
  readonly titledBy?: { readonly reference: string; readonly resource: ResourceName };
  /** Read only where neither a measure nor the other views account for the question. */
  readonly isBroad?: true;
  /** Whether a word of a closed list means it by itself: "vitamins"; `open`: where all else fails. */
  readonly namedByWord?: true | 'open';
  /** Fields whose own names mean it without a noun: only a barn has a controller. */
  readonly fieldNames?: readonly string[];
  /** The field whose lowest value is the best one. */
  readonly best?: string;
  /** Whether amounts are told record by record, since their units differ. */
  readonly listsAmounts?: true;
  /** Filters where no day and no state is named. */
  readonly usual?: readonly QueryFilter[];
  /** Whether days ahead may be asked about. */
  readonly ahead?: true;
  /** The last day on which a record holds; one that has expired ended before today. */
  readonly ends?: string;
  /** Whether "when" is answered with the day of each record. */
  readonly tellsDays?: true;
  /** Whether it is of days ahead only. */
  readonly onlyAhead?: true;
  /** Words that mean the past only where a day or the form of a verb says so. */
  readonly needsPast?: readonly SymbolName[];
  /** The one question word that it answers. */
  readonly onlyAsked?: SymbolName;
  /** Whether a list is one of a field, of days that are over: the records are told by a measure. */
  readonly listsFields?: true;
  /** The aggregates that it answers where no filter narrows it; absent: those of `only`. */
  readonly unfiltered?: readonly string[];
  /** The aggregates that it answers; absent: all. */
  readonly only?: readonly string[];
  /** Fields that describe a record in an answer. */
  readonly shown: readonly string[];
}

/** Stands before a word of a title, which no topic does. */
export const WRITTEN = '"';

export const is = (field: string, value: string): QueryFilter => ({ field, op: '=', value });

export const isIn = (field: string, ...value: string[]): QueryFilter => ({
  field,
  op: 'in',
  value,
});

export const kind = (value: string): readonly QueryFilter[] => [is('kind', value)];

/** Of records that lack a value. */
export const isEmpty = (field: string): QueryFilter => isIn(field, '', 'null', 'undefined');

/** What lists of records answer. */
export const LISTED = ['list', 'count', 'exists', 'last', 'first'] as const;
export const PLACE = ['barn', 'flock', 'birds'] as const;
