import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { hostHeaderValidation, originValidation, toNodeHandler } from '@modelcontextprotocol/node';
import {
  type AuthInfo,
  createMcpHandler,
  type McpServerFactory,
} from '@modelcontextprotocol/server';
import { FarmError } from '../../../model/core/errors.ts';
import { message } from '../../../model/core/message.ts';
import { CliError } from '../../core/errors.ts';
import type { CommandContext } from '../../session/context.ts';

/** Listening address of the server, and its allowed host names. */
export interface HttpOptions {
  readonly host: string;
  readonly port: number;
  readonly names: readonly string[];
  /** Rejects if the key is invalid. */
  readonly checkKey: (key: string) => Promise<void>;
}

const PATH = '/mcp';
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Serves assistants over HTTP until a signal is received; every request includes its own key. */
export async function runHttp(
  context: CommandContext,
  factory: McpServerFactory,
  options: HttpOptions,
): Promise<void> {
  const onerror = (error: Error) => void context.note(`farmctl: ${error.message}`);
  const handler = createMcpHandler(factory, { onerror });
  const serve = toNodeHandler(handler, { onerror });
  const names = [...LOOPBACK, ...options.names];
  const guards = [hostHeaderValidation(names), originValidation(names)];
  const server = createServer((request, response) => {
    if (!guards.every((isWelcome) => isWelcome(request, response))) return;
    answer(request, response, options, serve).catch((error: unknown) => {
      onerror(error instanceof Error ? error : new Error(String(error)));
      if (response.headersSent) response.destroy();
      else sendRefusal(response, 500, 'Something failed on our side.');
    });
  });
  await listen(server, options);
  const { address, port, family } = server.address() as AddressInfo;
  const host = family === 'IPv6' ? `[${address}]` : address;
  await context.report('note.mcpServed', { url: `http://${host}:${port}${PATH}` });
  await interrupted(context.io.interruption);
  await handler.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

type Serve = ReturnType<typeof toNodeHandler>;

async function answer(
  request: IncomingMessage & { auth?: AuthInfo },
  response: ServerResponse,
  { checkKey }: HttpOptions,
  serve: Serve,
): Promise<void> {
  const [path] = (request.url ?? '').split('?');
  if (path !== PATH) return sendRefusal(response, 404, `The protocol is spoken at ${PATH}.`);
  const [, key] = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  if (key === undefined)
    return sendRefusal(response, 401, 'Send the key as Authorization: Bearer.');
  try {
    await checkKey(key);
  } catch (error) {
    if (error instanceof FarmError) return sendRefusal(response, error.status, error.message);
    return sendRefusal(response, 503, 'The service cannot be reached.');
  }
  request.auth = { token: key, clientId: '', scopes: [] };
  // Its type does not allow properties that are explicitly undefined.
  await serve(request as Parameters<Serve>[0], response);
}

function sendRefusal(response: ServerResponse, status: number, message: string): void {
  const headers = {
    'content-type': 'application/json',
    ...(status === 401 ? { 'www-authenticate': 'Bearer' } : {}),
  };
  response.writeHead(status, headers);
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32000, message }, id: null }));
}

function listen(
  server: ReturnType<typeof createServer>,
  { host, port }: HttpOptions,
): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: Error) => {
      const place = `${host}:${port}`;
      reject(
        new CliError(
          'noConnection',
          message('fault.cannotListen', { place, message: error.message }),
        ),
      );
    });
    server.listen(port, host, resolve);
  });
}

function interrupted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
