import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../model/core/limits.ts';
import { servicePaths } from '../model/routes/service-routes.ts';
import type { Exchange } from './core/app-dependencies.ts';
import { acceptedEncodings } from './core/run-call.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

const YEAR_SECONDS = 365 * 86_400;

/** For files with a hash in their names: browsers cache them permanently. */
export const immutableHeaders = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
} as const;

type Encoding = 'br' | 'gzip' | 'identity';

/** Files stored only with brotli; they are recompressed once for other clients. */
export class PackedFiles {
  readonly #folder: string;
  readonly #names: ReadonlySet<string>;
  readonly #ready = new Map<string, Promise<Buffer>>();

  constructor(folder: string) {
    this.#folder = folder;
    const packed = readdirSync(folder).filter((name) => name.endsWith('.br'));
    this.#names = new Set(packed.map((name) => name.slice(0, -'.br'.length)));
  }

  /** The names of the files. */
  names(): readonly string[] {
    return [...this.#names];
  }

  /** Sends a file in the best encoding accepted by the client. */
  async send(name: string, { request, reply }: Exchange): Promise<FastifyReply> {
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
    const cached = this.#ready.get(key);
    if (cached !== undefined) return cached;
    const file = this.#make(name, encoding);
    this.#ready.set(key, file);
    // A failed read is retried by the next request.
    file.catch(() => this.#ready.delete(key));
    return file;
  }

  async #make(name: string, encoding: Encoding): Promise<Buffer> {
    if (encoding === 'br') return readFile(join(this.#folder, `${name}.br`));
    const decompressed = await promisify(brotliDecompress)(await this.#read(name, 'br'));
    return encoding === 'gzip' ? promisify(gzip)(decompressed) : decompressed;
  }
}

/** Browsers accept brotli only over https and on localhost. */
function encodingFor(accepted: string | readonly string[] | undefined): Encoding {
  const names = acceptedEncodings(accepted);
  return (['br', 'gzip'] as const).find((name) => names.includes(name)) ?? 'identity';
}

/** Location of the built web console, and the base path under which a proxy serves it. */
export interface ConsoleOptions {
  readonly folder: string;
  /** With a slash at both ends; default `/`. */
  readonly basePath?: string;
}

/** Scripts, styles and requests are limited to this origin, without exceptions. */
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
  // The Trusted Types policy for the URL of the service worker.
  'trusted-types farmctl',
].join('; ');

/** The screen for users who are not signed in. */
const SIGN_IN = '/sign-in';

/** Files whose URL contains no hash and which are therefore revalidated. */
const UNHASHED = ['icon.svg', 'service-worker.js', 'manifest.webmanifest'] as const;

/**
 * Serves the web console: its page at `/` and at the path of every screen, its files below
 * `/assets/`. File names contain a hash, so browsers cache them permanently; the page is
 * revalidated each time.
 */
export function addConsole(app: FastifyInstance, { folder, basePath = '/' }: ConsoleOptions): void {
  const page = preparePage(folder, basePath);
  const withEarlyCall = page.replace('</head>', `${earlyCall(basePath)}</head>`);
  app.decorateReply('sendConsole', function sendConsole(this: FastifyReply) {
    const isSignIn = this.request.url.split('?', 1)[0] === SIGN_IN;
    return this.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
    })
      .type('text/html; charset=utf-8')
      .send(isSignIn ? page : withEarlyCall);
  });
  app.get('/', (_, reply) => reply.sendConsole());
  const assets = new PackedFiles(join(folder, 'assets'));
  app.get<{ Params: { readonly name: string } }>('/assets/:name', (request, reply) =>
    assets.send(request.params.name, {
      request,
      reply: reply.headers(immutableHeaders),
    }),
  );
  const packedFiles = new PackedFiles(folder);
  for (const name of UNHASHED) {
    app.get(`/${name}`, (request, reply) =>
      packedFiles.send(name, {
        request,
        reply: reply.headers({
          'cache-control': 'no-cache',
          'content-security-policy': CONTENT_SECURITY_POLICY,
        }),
      }),
    );
  }
}

/** Makes the browser fetch the session while it loads the program, which needs it first. */
function earlyCall(basePath: string): string {
  const path = `${basePath}v1/platform/me?farms=${limits.firstFarms}`;
  return `<link rel="preload" as="fetch" crossorigin href="${path}">`;
}

/** Whether an unmatched request is a person opening a screen. */
export function opensScreen(request: FastifyRequest): boolean {
  const { method, headers, url } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [path = ''] = url.slice(1).split('?', 1);
  return (headers.accept ?? '').includes('text/html') && !servicePaths.test(path);
}

/** Whether a folder contains a built console. */
export function containsConsole(folder: string): boolean {
  return existsSync(join(folder, 'assets'));
}

/** Rewrites the page so that its files load from the path of any screen. */
function preparePage(folder: string, basePath: string): string {
  return readFileSync(join(folder, 'index.html'), 'utf8')
    .replaceAll('="./', `="${basePath}`)
    .replace('name="base-path" content="/"', `name="base-path" content="${basePath}"`);
}

declare module 'fastify' {
  interface FastifyReply {
    /** Sends the page of the console; present if the console is served. */
    sendConsole(): FastifyReply;
  }
}
