import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { servicePaths } from '../model/routes/service-routes.ts';

/** Where the built web console is, and the path below which a proxy serves it. */
export interface ConsoleOptions {
  readonly folder: string;
  /** With a slash at both ends; `/` unless told. */
  readonly basePath?: string;
}

/** Scripts, styles and requests from this origin only; no exceptions. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  // The policy of the service worker's address.
  'trusted-types farmctl',
].join('; ');

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** The name in the address of a file that is not hashed and thus revalidated. */
const UNHASHED = ['icon.svg', 'service-worker.js', 'manifest.webmanifest'] as const;

const YEAR_SECONDS = 365 * 86_400;

/**
 * Serves the web console: its page at `/` and at the address of every screen, its files below
 * `/assets/`. Files have a hash in their names and are kept by browsers for good; the page is asked
 * for again each time.
 */
export function addConsole(app: FastifyInstance, { folder, basePath = '/' }: ConsoleOptions): void {
  const page = preparePage(folder, basePath);
  app.decorateReply('sendConsole', function sendConsole(this: FastifyReply) {
    return this.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
    })
      .type('text/html; charset=utf-8')
      .send(page);
  });
  app.get('/', (_, reply) => reply.sendConsole());
  const assets = new PackedFiles(join(folder, 'assets'));
  app.get<{ Params: { readonly name: string } }>('/assets/:name', (request, reply) =>
    assets.send(request.params.name, {
      request,
      reply: reply.header('cache-control', `public, max-age=${YEAR_SECONDS}, immutable`),
    }),
  );
  const others = new PackedFiles(folder);
  for (const name of UNHASHED) {
    app.get(`/${name}`, (request, reply) =>
      others.send(name, {
        request,
        reply: reply.headers({
          'cache-control': 'no-cache',
          'content-security-policy': CONTENT_SECURITY_POLICY,
        }),
      }),
    );
  }
}

type Encoding = 'br' | 'gzip' | 'identity';

/** Files that are stored with brotli only; for clients without it they are repacked once. */
class PackedFiles {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #ready = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    this.#folder = folder;
    const packed = readdirSync(folder).filter((name) => name.endsWith('.br'));
    this.#names = new Set(packed.map((name) => name.slice(0, -'.br'.length)));
  }

  /** Sends a file in the best encoding that the client accepts. */
  async send(
    name: string,
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
  ): Promise<FastifyReply> {
    if (!this.#names.has(name)) {
      reply.removeHeader('cache-control').callNotFound();
      return reply;
    }
    const encoding = encodingFor(request.headers['accept-encoding']);
    if (encoding !== 'identity') reply.header('content-encoding', encoding);
    reply.header('vary', 'accept-encoding').type(TYPES[extname(name)] ?? 'text/plain');
    return reply.send(await this.#read(name, encoding));
  }

  #read(name: string, encoding: Encoding): Promise<Buffer> {
    const key = `${encoding} ${name}`;
    const known = this.#ready.get(key);
    if (known !== undefined) return known;
    const made = this.#make(name, encoding);
    this.#ready.set(key, made);
    // A file that could not be read is tried again by the next request.
    made.catch(() => this.#ready.delete(key));
    return made;
  }

  async #make(name: string, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br') return readFile(join(this.#folder, `${name}.br`));
    const plain = await promisify(brotliDecompress)(await this.#read(name, 'br'));
    return encoding === 'gzip' ? promisify(gzip)(plain) : plain;
  }
}

/** Browsers accept brotli on https and localhost only. */
function encodingFor(accepted = ''): Encoding {
  const names = accepted
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim().toLowerCase());
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity';
}

/** Whether a request that no route matches is a person opening the address of a screen. */
export function opensScreen(request: FastifyRequest): boolean {
  const { method, headers, url } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [path = ''] = url.slice(1).split('?', 1);
  return (headers.accept ?? '').includes('text/html') && !servicePaths.test(path);
}

/** Whether a folder holds a built console. */
export function holdsConsole(folder: string): boolean {
  return existsSync(join(folder, 'assets'));
}

/** The page with its files found from the address of any screen. */
function preparePage(folder: string, basePath: string): string {
  return readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll('="./', `="${basePath}`)
    .replace('name="base-path" content="/"', `name="base-path" content="${basePath}"`);
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the page of the console; present where the console is served. */
    sendConsole(): FastifyReply;
  }
}
