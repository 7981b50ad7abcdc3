import type { FarmClient } from '../../../client/client.ts';
import {
  integer,
  type JsonSchema,
  object,
  oneOf,
  type Properties,
  string,
} from '../../../model/api/json-schema.ts';
import { languages } from '../../../model/core/message.ts';
import { isRecord } from '../../../tools/unknown-values.ts';
import type { Values } from '../../output/output.ts';
import { answerTokens, type Fitting, jsonOf, tokensOf } from './fit-answer.ts';

/** What a tool does, as the protocol hints at it. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  /** Whether it may change or take away what is there, rather than only add. */
  readonly destructiveHint: boolean;
  /** Whether calling it again with the same input changes nothing more. */
  readonly idempotentHint: boolean;
  /** No tool reaches beyond the service. */
  readonly openWorldHint: false;
}

/** One call of a tool. */
export interface ToolCall {
  /** With the key of the caller; ends with the call. */
  readonly client: FarmClient;
  /** As its schema has let it through. */
  readonly input: Values;
  /** How many tokens the data of the answer may have. */
  readonly tokens: number;
  /** The id of the farm that is meant; the chosen one of the profile where none is named. */
  farmId(): Promise<string | undefined>;
}

/** What a tool gives: an object, and what to know about it. */
export interface ToolAnswer {
  readonly data: Values;
  readonly note?: string;
}

/** One tool as data. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  /** The schema of its answer, as the documents of the API have it. */
  readonly output: JsonSchema;
  /** What becomes of an answer that is too long. */
  readonly fitting: Fitting;
  readonly hints: ToolHints;
  readonly run: (call: ToolCall) => Promise<ToolAnswer>;
}

/** A list that reads on with a cursor says so. */
export function withCursorNote(answer: Values): ToolAnswer {
  const { data: rows, meta } = answer;
  const { hasMore, total, nextCursor } = (meta ?? {}) as Values;
  if (hasMore !== true || !Array.isArray(rows)) return { data: answer };
  const of = typeof total === 'number' ? ` of ${total}` : '';
  const next = typeof nextCursor === 'string' ? `cursor "${nextCursor}"` : 'a narrower filter';
  return { data: answer, note: `These are ${rows.length}${of} records; read on with ${next}.` };
}

/** The hints of a tool that only reads. */
export const readsOnly: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** What is sent for a path that answers with an object. */
export async function readObject(
  { client }: ToolCall,
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): Promise<Values> {
  const { data } = await client.request({ method: 'GET', path, query });
  return toObject(data);
}

/** An answer as an object, as the protocol wants it. */
export function toObject(data: unknown): Values {
  const isObject = isRecord(data);
  return isObject ? (data as Values) : { data };
}

/** The text of an input; undefined where it is absent. */
export function textOf(input: Values, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The input of tools about one farm. */
export const farmInput = {
  'farm?': string('Id or unique name of the farm; may be absent where there is only one'),
} as const;

/** The language of texts in an answer. */
export const langInput = {
  'lang?': oneOf(languages, 'Language of the texts; default: that of the organisation'),
} as const;

/** How long the answer of a tool may be. */
export const sizeInput = {
  'maxTokens?': {
    ...integer(`At most this many tokens in the answer; default: ${answerTokens.default}`),
    minimum: answerTokens.minimum,
    maximum: answerTokens.maximum,
  },
} as const;

/** What reads a long answer in pages. */
export const partInput = {
  'part?': string(
    'A part of the answer to read whole, in pages, such as "barns"; "all" for everything',
  ),
  'cursor?': string('The nextCursor of the page before, with otherwise the same input'),
} as const;

/** The input of a tool: these properties and no others, so that a typing error is found. */
export function inputOf(properties: Properties): JsonSchema {
  return { ...object(properties), additionalProperties: false };
}

/**
 * The rows of a list in at most so many tokens. Fewer rows are asked for until they fit, so that
 * the cursor of the answer continues behind its last row.
 */
export async function fitRows(
  limit: number,
  tokens: number,
  ask: (limit: number) => Promise<Values>,
): Promise<Values> {
  let count = limit;
  for (;;) {
    const answer = await ask(count);
    const { data } = answer;
    if (!Array.isArray(data) || data.length <= 1) return answer;
    const fitting = rowsThatFit(data, tokens - 300);
    if (fitting >= data.length) return answer;
    count = Math.max(1, fitting);
  }
}

function rowsThatFit(rows: readonly unknown[], room: number): number {
  let left = room;
  const index = rows.findIndex((row) => {
    left -= tokensOf(jsonOf(row)) + 1;
    return left < 0;
  });
  return index < 0 ? rows.length : index;
}
