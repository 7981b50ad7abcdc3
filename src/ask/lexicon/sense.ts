import type { Concept } from '../grammar/concepts.ts';
import type { Modifier } from '../grammar/modifier-names.ts';
import type { PeriodReference } from '../time/period-reference.ts';

/** A record of the farm that a question names. */
export interface NamedRecord {
  readonly kind: 'barn' | 'flock' | 'person' | 'product' | 'farm';
  readonly id: string;
  readonly name: string;
  /** Of a flock. */
  readonly barnId?: string;
  /** The resource it is a row of. */
  readonly resource: 'barns' | 'flocks' | 'users' | 'contacts' | 'medicine' | 'farms';
}

/** What a stretch of a question may mean. */
export type Sense =
  | { readonly kind: 'concept'; readonly concept: Concept }
  | { readonly kind: 'modifier'; readonly modifier: Modifier }
  /** A word of a closed list of the API. */
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: 'time'; readonly period: PeriodReference }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'record'; readonly record: NamedRecord }
  /** A barn, flock or farm by a number or name that the caller's farm does not have. */
  | { readonly kind: 'nobody'; readonly of: 'barn' | 'flock' | 'farm' }
  | { readonly kind: SpeechKind };

/** Words that say how a sentence is meant. */
export type SpeechKind =
  | 'filler'
  | 'refusal'
  | 'command'
  | 'conjunction'
  | 'courtesy'
  | 'asking'
  | 'everything'
  | 'mark';
