import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The request to a stub in one round. */
export interface StubRequest {
  readonly model: string;
  readonly stream: boolean;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_call_id?: string;
  }[];
  readonly tools: readonly { readonly function: { readonly name: string } }[];
  readonly authorization: string | undefined;
  readonly path: string;
}

/** A stub's reply in one round: a body, or a handler of the response. */
export type StubRound =
  | object
  | ((request: StubRequest) => object)
  | { readonly take: (response: ServerResponse) => void };

/** A local language model with scripted replies. */
export interface StubModel {
  readonly url: string;
  /** The received requests, oldest first. */
  readonly requests: readonly StubRequest[];
  /** Sets its replies, round by round; the last one is repeated. */
  script(...rounds: readonly StubRound[]): void;
  close(): Promise<void>;
}

/** Starts a stub of `POST /v1/chat/completions`. */
export async function startStubModel(): Promise<StubModel> {
  const requests: StubRequest[] = [];
  let rounds: readonly StubRound[] = [];
  let text = 0;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { authorization } = request.headers;
    const body = JSON.parse(Buffer.concat(chunks).toString());
    const received = { ...body, authorization, path: request.url ?? '' } as StubRequest;
    requests.push(received);
    const round = rounds[Math.min(text++, rounds.length - 1)];
    if (!round) return void response.writeHead(500).end();
    if ('take' in round) return round.take(response);
    const reply = typeof round === 'function' ? round(received) : round;
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    script(...next) {
      rounds = next;
      text = 0;
      requests.length = 0;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** A completion with text. */
export function says(content: string): object {
  return completion({ role: 'assistant', content }, 'stop');
}

/** A completion that calls tools: name and arguments, which may be invalid JSON. */
export function calls(...wished: readonly (readonly [name: string, args: unknown])[]): object {
  const toolCalls = wished.map(([name, args], index) => ({
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: typeof args === 'string' ? args : JSON.stringify(args) },
  }));
  return completion({ role: 'assistant', content: null, tool_calls: toolCalls }, 'tool_calls');
}

function completion(message: object, finish: string): object {
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_790_000_000,
    model: 'stub',
    choices: [{ index: 0, message, finish_reason: finish }],
    usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
  };
}
