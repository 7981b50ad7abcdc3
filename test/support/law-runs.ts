import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openTransport } from '../../src/cli/session/context.ts';
import type { ClientRequest, ClientResponse, Transport } from '../../src/client/errors.ts';
import { type CliResult, type CliRun, runInHome } from './a-cli.ts';
import type { Home } from './a-home.ts';
import { type CommandExamples, everyExample } from './every-example.ts';
import { parseExampleLine } from './example-line.ts';
import { type ExampleFarm, withIds } from './example-world.ts';
import { serviceTransport } from './service-transport.ts';

/** A command with the words of its first example that needs no shell. */
export interface LawCase {
  readonly path: string;
  readonly line: string;
  readonly words: readonly string[];
  /** All its flags, such as `--limit`. */
  readonly flags: readonly string[];
}

/** One case for each command, its own commands before its examples of others. */
export async function lawCases(): Promise<readonly LawCase[]> {
  return (await everyExample()).flatMap(toCase);
}

function toCase([path, examples, flags]: CommandExamples): readonly LawCase[] {
  const own = examples.filter((line) => line.includes(`farmctl ${path}`));
  // Examples that confirm with --yes are preferred.
  const agreed = own.filter((line) => line.includes(' --yes'));
  for (const line of [...agreed, ...own]) {
    const words = parseExampleLine(line)?.words;
    if (words) return [{ path, line, words, flags }];
  }
  return [];
}

/** The words of a case with the ids of a farm; other ids do not exist. */
export function realWords({ words }: LawCase, ids: Readonly<Partial<Record<string, string>>>) {
  return words.map((word) => withIds(word, ids).replaceAll('_01K…', `_01${'K'.repeat(24)}`));
}

/** A server that gives the same response to everything, and counts the requests. */
export interface StubbornServer {
  readonly url: string;
  /** Method and path of the requests since the last call. */
  taken(): readonly string[];
  close(): Promise<void>;
}

/** Starts a server that answers every request with the same error. */
export async function startStubbornServer(status: number, error: string): Promise<StubbornServer> {
  let seen: string[] = [];
  const body = JSON.stringify({ error, message: 'No.', requestId: 'req_1' });
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    taken() {
      const taken = seen;
      seen = [];
      return taken;
    },
    close() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

/** The key used with a stubborn server; it must never be displayed. */
export const LAW_KEY = `fk_live_${'lawkeylaw'.repeat(4)}`;

/** Runs words against the server at an address. */
export function runAgainst(
  url: string,
  home: Home,
  words: readonly string[],
  run: CliRun = {},
): Promise<CliResult> {
  const environment = {
    FARMCTL_SERVER: url,
    FARMCTL_KEY: LAW_KEY,
    FARMCTL_MAX_WAIT: '0s',
    FARMCTL_CAMERA_TOKEN: LAW_KEY,
    ...run.environment,
  };
  const transport: CliRun['transport'] = (settings) => openTransport(settings, environment);
  return runInHome(home, words, { ...run, environment, transport });
}

/** Cached responses by request. */
export type KnownAnswers = Map<string, Promise<ClientResponse>>;

/** A transport to the service of a farm that caches reads and rejects writes. */
export function readingTransport(
  { world }: ExampleFarm,
  known: KnownAnswers,
  change: (response: ClientResponse) => ClientResponse = (response) => response,
): Transport {
  const inner = serviceTransport(world.service, world.url);
  return {
    server: world.url,
    async send(request: ClientRequest) {
      const line = `${request.method} ${request.path} ${request.headers['accept-language']}`;
      if (request.method !== 'GET') throw new Error(`${line} writes`);
      const answer = known.get(line) ?? inner.send(request);
      known.set(line, answer);
      return change(await answer);
    },
    ...(inner.download ? { download: inner.download } : {}),
    close: async () => {},
  };
}

const HOSTILE = '\x1b[31m\x07\u202e\u2028\r\x1b]0;owned\x07';
const MEANT = /^(?:[a-z]+_\w{20,}|\d{4}-\d\d-\d\d.*|[a-z][A-Za-z_.:*-]*|https?:.*)$/;

/** A response with terminal control sequences in every text, except words and ids. */
export function withHostileTexts(response: ClientResponse): ClientResponse {
  if (!response.headers['content-type']?.includes('json')) return response;
  const body = JSON.stringify(JSON.parse(response.body), (_name, value: unknown) =>
    typeof value === 'string' && !MEANT.test(value) ? `${value}${HOSTILE}` : value,
  );
  return { ...response, body };
}

/** A response with every list emptied. */
export function withoutRows(response: ClientResponse): ClientResponse {
  const list = listOf(response);
  if (!list) return response;
  const meta = { total: 0, limit: 50, offset: 0, hasMore: false };
  return { ...response, body: JSON.stringify({ ...list, data: [], meta }) };
}

/** A response in which every list continues after its first row. */
export function withMoreRows(response: ClientResponse): ClientResponse {
  const list = listOf(response);
  if (!list) return response;
  const [first] = list.data;
  const meta = { total: 1234, limit: 1, offset: 0, hasMore: true };
  return { ...response, body: JSON.stringify({ ...list, data: first ? [first] : [], meta }) };
}

/** The paginated list in a response; undefined for other responses. */
function listOf(response: ClientResponse): { readonly data: readonly unknown[] } | undefined {
  if (!response.headers['content-type']?.includes('json')) return undefined;
  const body: unknown = JSON.parse(response.body);
  if (typeof body !== 'object' || body === null || !('data' in body)) return undefined;
  return Array.isArray(body.data) && 'meta' in body ? { ...body, data: body.data } : undefined;
}
