import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { FarmClient } from '../../../client/client.ts';
import { message } from '../../../model/core/message.ts';
import type { Clock } from '../../../tools/clock.ts';
import { usageError } from '../../core/errors.ts';
import type { Io } from '../../core/io.ts';
import type { CommandContext } from '../../session/context.ts';
import { createFactory } from './create-factory.ts';

export interface McpFlags {
  readonly http?: boolean;
  readonly host?: string;
  readonly port?: string;
  readonly allowHost?: readonly string[];
}

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/;
const DEFAULT_PORT = 8788;
const LAST_PORT = 65_535;

/**
 * `mcp`: serves assistants over stdio or HTTP, until the client disconnects or a signal is
 * received.
 */
export async function runMcp(context: CommandContext, flags: McpFlags): Promise<void> {
  const http = flags.http ? readHttp(flags) : undefined;
  const client = await context.client();
  const [, version = ''] = context.program.split('/');
  const farm = await chosenFarm(context);
  if (!http) {
    const factory = createFactory({ version, farm, clientFor: async () => client });
    return runStdio(context, factory);
  }
  const { runHttp } = await import('./run-http.ts');
  const clientFor = async (key: string | undefined) => {
    if (key === undefined) throw new Error('a request without a key was let in');
    return client.with({ key });
  };
  const factory = createFactory({ version, farm, clientFor });
  return runHttp(context, factory, { ...http, checkKey: createKeyCheck(client, context.now) });
}

function readHttp({ host = '127.0.0.1', port, allowHost: names = [] }: McpFlags) {
  if (!LOOPBACK.test(host) && names.length === 0) {
    throw usageError(message('fault.hostNeedsAllowHost', { host }), {
      hint: message('hint.allowHostNames'),
    });
  }
  const number = port === undefined ? DEFAULT_PORT : Number(port);
  if (!Number.isInteger(number) || number < 0 || number > LAST_PORT) {
    throw usageError(message('fault.portRange', { lastPort: LAST_PORT }));
  }
  return { host, port: number, names };
}

/** As typed; access to it depends on the caller's key. */
async function chosenFarm(context: CommandContext): Promise<string | undefined> {
  const { farm, farms } = await context.settings();
  return farm ?? (farms.length === 1 ? farms[0] : undefined);
}

const TRUSTED_MILLIS = 60_000;
const MOST_KNOWN = 1000;

/**
 * Validates a key with the service, at most once a minute per key: permissions are checked on every
 * call anyway.
 */
function createKeyCheck(client: FarmClient, clock: Clock): (key: string) => Promise<void> {
  const trustedUntil = new Map<string, number>();
  return async (key) => {
    const hash = createHash('sha256').update(key).digest('base64');
    const until = trustedUntil.get(hash) ?? 0;
    if (clock.now() < until) return;
    await client.with({ key }).me();
    if (trustedUntil.size >= MOST_KNOWN) trustedUntil.clear();
    trustedUntil.set(hash, clock.now() + TRUSTED_MILLIS);
  };
}

/** Serves the assistant on stdin and stdout until it disconnects or a signal is received. */
async function runStdio(context: CommandContext, factory: McpServerFactory): Promise<void> {
  const { io } = context;
  const input = Readable.from(buffersOf(io));
  const output = writableOf(io);
  const inputEnded = new Promise<void>((resolve) => {
    input.once('close', resolve).on('error', () => resolve());
    output.once('close', resolve).on('error', () => resolve());
    io.interruption.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(factory, {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => void context.note(`farmctl: ${error.message}`),
  });
  await inputEnded;
  await handle.close();
  input.destroy();
}

async function* buffersOf({ stdin }: Io): AsyncGenerator<Buffer> {
  for await (const chunk of stdin.chunks()) yield Buffer.from(chunk);
}

/** A writable stream over stdout that uses its single writer. */
function writableOf({ stdout }: Io): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      stdout.write(String(chunk)).then(() => done(), done);
    },
  });
}
