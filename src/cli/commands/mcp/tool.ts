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

/** Behaviour hints of a tool, as in the protocol. */
export interface ToolHints {
  readonly readOnlyHint: boolean;
  /** Whether it may change or delete existing data, rather than only add data. */
  readonly destructiveHint: boolean;
  /** Whether repeating the call with the same input has no further effect. */
  readonly idempotentHint: boolean;
  /** No tool accesses anything beyond the service. */
  readonly openWorldHint: false;
}

/** One call of a tool. */
export interface ToolCall {
  /** Uses the caller's key; aborted when the call ends. */
  readonly client: FarmClient;
  /** Validated against the schema. */
  readonly input: Values;
  /** Maximum number of tokens of the answer's data. */
  readonly tokens: number;
  /** The ID of the named farm, or of the profile's farm by default. */
  farmId(): Promise<string | undefined>;
}

/** The result of a tool: an object and a note on it. */
export interface ToolAnswer {
  readonly data: Values;
  readonly note?: string;
}

/** Definition of a tool. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: JsonSchema;
  /** The schema of its answer, as in the API documentation. */
  readonly output: JsonSchema;
  /** How an oversized answer is handled. */
  readonly fitting: Fitting;
  readonly hints: ToolHints;
  readonly run: (call: ToolCall) => Promise<ToolAnswer>;
}

/** Adds a note to a list with a next page. */
export function withCursorNote(answer: Values): ToolAnswer {
  const { data: rows, meta } = answer;
  const { hasMore, total, nextCursor } = (meta ?? {}) as Values;
  if (hasMore !== true || !Array.isArray(rows)) return { data: answer };
  const of = typeof total === 'number' ? ` of ${total}` : '';
  const next = typeof nextCursor === 'string' ? `cursor "${nextCursor}"` : 'a narrower filter';
  return { data: answer, note: `These are ${rows.length}${of} records; read on with ${next}.` };
}

/** Hints of a read-only tool. */
export const readsOnly: ToolHints = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};

/** Reads a path that returns an object. */
export async function readObject(
  { client }: ToolCall,
  path: string,
  query: Readonly<Record<string, string | number | boolean | undefined>> = {},
): Promise<Values> {
  const { data } = await client.request({ method: 'GET', path, query });
  return toObject(data);
}

/** Converts an answer to an object, as required by the protocol. */
export function toObject(data: unknown): Values {
  const isObject = isRecord(data);
  return isObject ? (data as Values) : { data };
}

/** The text of an input; undefined if absent. */
export function textArgument(input: Values, name: string): string | undefined {
  const value = input[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** Input of tools for one farm. */
export const farmInput = {
  'farm?': string('Id or unique name of the farm; may be absent where there is only one'),
} as const;

/** The language of texts in an answer. */
export const langInput = {
  'lang?': oneOf(languages, 'Language of the texts; default: that of the organisation'),
} as const;

/** Maximum size of a tool's answer. */
export const sizeInput = {
  'maxTokens?': {
    ...integer(`At most this many tokens in the answer; default: ${answerTokens.default}`),
    minimum: answerTokens.minimum,
    maximum: answerTokens.maximum,
  },
} as const;

/** Inputs for reading a long answer in pages. */
export const partInput = {
  'part?': string(
    'A part of the answer to read whole, in pages, such as "barns"; "all" for everything',
  ),
  'cursor?': string('The nextCursor of the page before, with otherwise the same input'),
} as const;

/** Input schema of a tool; additional properties are rejected, to detect typing errors. */
export function inputOf(properties: Properties): JsonSchema {
  return { ...object(properties), additionalProperties: false };
}

/**
 * The rows of a list within a token limit. Requests fewer rows until they fit, so that the answer's
 * cursor continues after its last row.
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
