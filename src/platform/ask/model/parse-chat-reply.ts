import { ModelFailed } from './model-failed.ts';

/** A call of a tool that a model wishes for. */
export interface ToolCall {
  /** Empty where the server gave none. */
  readonly id: string;
  readonly name: string;
  /** Undefined where they are no JSON object. */
  readonly arguments: Readonly<Record<string, unknown>> | undefined;
}

/** What a model said. */
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
 * Reads a `chat.completion`. Servers differ: the id of a call may be missing, its arguments be an
 * object or an empty text, the content a list of parts, the tokens not counted. Throws
 * `ModelFailed` for what is no completion.
 */
export function parseChatReply(body: string): ChatReply {
  const reply = parseJson(body);
  const [choice] = isRecord(reply) ? listOf(reply['choices']) : [];
  const message = isRecord(choice) ? choice['message'] : undefined;
  if (!isRecord(reply) || !isRecord(message)) throw new ModelFailed('malformed', 'no message');
  const usage = isRecord(reply['usage']) ? reply['usage'] : {};
  return {
    text: textOf(message['content']),
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

function textOf(content: unknown): string {
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

function isRecord(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
