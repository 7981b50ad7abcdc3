import type { JsonSchema } from '../../../model/json-schema/json-schema.ts';
import { limits } from '../../../model/limits.ts';
import {
  type OutboundAnswer,
  type OutboundClient,
  OutboundFailed,
} from '../../outbound/outbound-client.ts';
import { ModelFailed } from './model-failed.ts';
import { type ChatReply, parseChatReply } from './parse-chat-reply.ts';

/** A tool as a model is told of it. */
export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
}

/** A call of a tool as it is repeated to the model; the arguments are JSON again. */
interface SentToolCall {
  readonly id: string;
  readonly type: 'function';
  readonly function: { readonly name: string; readonly arguments: string };
}

/** A part of what is said: words, or a picture as a data URL. */
export type ContentPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image_url'; readonly image_url: { readonly url: string } };

/** One message of a conversation, as the wire has it. */
export type ChatMessage =
  | { readonly role: 'system'; readonly content: string }
  | { readonly role: 'user'; readonly content: string | readonly ContentPart[] }
  | {
      readonly role: 'assistant';
      readonly content: string | null;
      readonly tool_calls?: readonly SentToolCall[];
    }
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

/** A language model behind an API that speaks like that of OpenAI. */
export interface ChatModel {
  /** What comes next in the conversation; throws `ModelFailed`. */
  complete(
    messages: readonly ChatMessage[],
    tools: readonly ToolDescription[],
    signal: AbortSignal,
  ): Promise<ChatReply>;
}

const OK = 200;

/**
 * A model that is asked for whole answers (`POST …/chat/completions`). Only what every server takes
 * is sent: `max_tokens`, `temperature`, `tool_choice` and `parallel_tool_calls` are each refused or
 * ignored by some.
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
      // An empty list of tools is refused by some.
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
