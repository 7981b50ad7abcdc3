import type { JsonSchema } from '../../model/api/json-schema.ts';
import { limits } from '../../model/core/limits.ts';
import { isRecord } from '../../tools/unknown-values.ts';
import { type OutboundAnswer, type OutboundClient, OutboundFailed } from './outbound-client.ts';

/** A tool as described to a model. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A tool call repeated to the model; the arguments are serialised again. */
interface SentToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A content part: text, or an image as a data URL. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** One message of a conversation in the wire format. */
export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ContentPart[] }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly SentToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** A language model with an OpenAI-compatible API. */
export interface ChatModel {
  /** Completes the conversation; throws `ModelFailed`. */
  complete(
    messages: readonly ChatMessage[],
    tools: readonly ToolDescription[],
    signal: AbortSignal,
  ): Promise<ChatReply>;
}

const OK = 200;

/**
 * A client for complete answers (`POST …/chat/completions`). Sends only what every server accepts:
 * `max_tokens`, `temperature`, `tool_choice` and `parallel_tool_calls` are each refused or ignored
 * by some.
 */
export function createChatModel(options: {
  readonly client: OutboundClient;
  readonly url: string;
  readonly model: string;
  readonly key?: string | undefined;
}): ChatModel {
  const { client, url, model, key } = options;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
  };
  return {
    async complete(messages, tools, signal) {
      const described = tools.map((tool) => ({ type: 'function', function: tool }));
      // Some servers refuse an empty list of tools.
      const offered = described.length === 0 ? {} : { tools: described };
      const body = JSON.stringify({ model, messages, ...offered, stream: false });
      return readReply(await send(client, { url, headers, body, signal }));
    },
  };
}

async function send(
  client: OutboundClient,
  call: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
    readonly signal: AbortSignal;
  },
): Promise<OutboundAnswer> {
  const bounds = { timeoutMs: limits.modelMillis, maxBytes: limits.modelReplyBytes };
  try {
    return await client.send({ method: 'POST', ...call, ...bounds });
  } catch (error) {
    if (!(error instanceof OutboundFailed)) throw error;
    const isLate = error.failure === 'timeout' || call.signal.aborted;
    throw new ModelFailed(isLate ? 'timeout' : 'unreachable', error.failure, { cause: error });
  }
}

function readReply({ status, headers, body, isCut }: OutboundAnswer): ChatReply {
  if (status !== OK) throw new ModelFailed('refused', `status ${status}`);
  if (isCut) throw new ModelFailed('too_long');
  const type = String(headers['content-type'] ?? '');
  if (!/\bjson\b/i.test(type)) throw new ModelFailed('malformed', 'not application/json');
  return parseChatReply(body);
}

/** A tool call requested by a model. */
export interface ToolCall {
  /** Empty when the server sent none. */
  readonly id: string;
  readonly name: string;
  /** Undefined unless they are a JSON object. */
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
}

/** An answer of a model. */
export interface ChatReply {
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly tokensIn: number;
  readonly tokensOut: number;
}

type Json = Readonly<Record<string, unknown>>;

const MOST_TOKENS = 1e9;
const LONGEST_NAME = 64;
const LONGEST_ID = 200;

/**
 * Parses a `chat.completion`. Servers differ: the ID of a call may be missing, its arguments may be
 * an object or an empty text, the content a list of parts, the tokens not counted. Throws
 * `ModelFailed` for an invalid completion.
 */
export function parseChatReply(body: string): ChatReply {
  const reply = parseJson(body);
  const [choice] = isRecord(reply) ? listOf(reply['choices']) : [];
  const message = isRecord(choice) ? choice['message'] : undefined;
  if (!isRecord(reply) || !isRecord(message)) throw new ModelFailed('malformed', 'no message');
  const usage = isRecord(reply['usage']) ? reply['usage'] : {};
  return {
    text: contentText(message['content']),
    calls: listOf(message['tool_calls']).map(toolCallOf),
    tokensIn: countOf(usage['prompt_tokens']),
    tokensOut: countOf(usage['completion_tokens']),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new ModelFailed('malformed', 'not JSON', { cause });
  }
}

function contentText(content: unknown): string {
  if (typeof content === 'string') return content;
  const parts = listOf(content).filter(isRecord);
  return parts.map(({ text }) => (typeof text === 'string' ? text : '')).join('');
}

function toolCallOf(call: unknown): ToolCall {
  const record = isRecord(call) ? call : {};
  const called = isRecord(record['function']) ? record['function'] : {};
  const { id } = record;
  return {
    id: typeof id === 'string' ? id.slice(0, LONGEST_ID) : '',
    name: typeof called['name'] === 'string' ? called['name'].slice(0, LONGEST_NAME) : '',
    arguments: argumentsOf(called['arguments']),
  };
}

function argumentsOf(sent: unknown): Json | undefined {
  if (isRecord(sent)) return sent;
  if (sent === undefined || sent === null) return {};
  if (typeof sent !== 'string') return undefined;
  if (sent.trim() === '') return {};
  try {
    const parsed: unknown = JSON.parse(sent);
    return isRecord(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function countOf(count: unknown): number {
  const isCount = typeof count === 'number' && count >= 0 && count <= MOST_TOKENS;
  return isCount ? Math.floor(count) : 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** Why a model gave no usable answer. */
export type ModelFailure =
  /** No response, or a timeout. */
  | 'unreachable'
  | 'timeout'
  /** An invalid response: another status, invalid JSON, another shape, too long. */
  | 'refused'
  | 'malformed'
  | 'too_long'
  /** No final answer: it kept calling tools, or stated unknown facts. */
  | 'endless'
  | 'confused'
  | 'unfounded'
  | 'language'
  /** The model was not called. */
  | 'paused'
  | 'busy'
  | 'daily_cap';

/** Failures of the endpoint; the others are no evidence about its availability. */
const OF_ENDPOINT: readonly ModelFailure[] = [
  'unreachable',
  'timeout',
  'refused',
  'malformed',
  'too_long',
];

/** A question that a model has not answered; the message contains nothing of the conversation. */
export class ModelFailed extends Error {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, detail = '', options?: ErrorOptions) {
    super(detail === '' ? failure : `${failure}: ${detail}`, options);
    this.name = 'ModelFailed';
    this.failure = failure;
  }
}

/** Whether a failure counts against the endpoint. */
export function isOfEndpoint({ failure }: ModelFailed): boolean {
  return OF_ENDPOINT.includes(failure);
}
