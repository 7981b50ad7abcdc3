import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '../model/core/limits.ts';
import { servicePaths } from '../model/routes/service-routes.ts';
import { immutableHeaders, PackedFiles } from './packed-files.ts';

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

/** The screen of those who are not signed in. */
const SIGN_IN = '/sign-in';

/** The name in the address of a file that is not hashed and thus revalidated. */
const UNHASHED = ['icon.svg', 'service-worker.js', 'manifest.webmanifest'] as const;

/**
 * Serves the web console: its page at `/` and at the address of every screen, its files below
 * `/assets/`. Files have a hash in their names and are kept by browsers for good; the page is asked
 * for again each time.
 */
export function addConsole(app: FastifyInstance, { folder, basePath = '/' }: ConsoleOptions): void {
  const page = preparePage(folder, basePath);
  const early = page.replace('</head>', `${earlyCall(basePath)}</head>`);
  app.decorateReply('sendConsole', function sendConsole(this: FastifyReply) {
    const isSignIn = this.request.url.split('?', 1)[0] === SIGN_IN;
    return this.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cache-control': 'no-cache',
      'referrer-policy': 'same-origin',
    })
      .type('text/html; charset=utf-8')
      .send(isSignIn ? page : early);
  });
  app.get('/', (_, reply) => reply.sendConsole());
  const assets = new PackedFiles(join(folder, 'assets'));
  app.get<{ Params: { readonly name: string } }>('/assets/:name', (request, reply) =>
    assets.send(request.params.name, {
      request,
      reply: reply.headers(immutableHeaders),
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

/** Has the browser ask who is signed in while it loads the program, which needs that first. */
function earlyCall(basePath: string): string {
  const path = `${basePath}v1/platform/me?farms=${limits.firstFarms}`;
  return `<link rel="preload" as="fetch" crossorigin href="${path}">`;
}

/** Whether a request that no route matches is a person opening the address of a screen. */
export function opensScreen(request: FastifyRequest): boolean {
  const { method, headers, url } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const [path = ''] = url.slice(1).split('?', 1);
  return (headers.accept ?? '').includes('text/html') && !servicePaths.test(path);
}

/** Whether a folder holds a built console. */
export function containsConsole(folder: string): boolean {
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
