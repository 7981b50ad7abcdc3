import { readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress, gzip } from 'node:zlib';
import type { FastifyReply } from 'fastify';
import type { Exchange } from './core/app-dependencies.ts';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

const YEAR_SECONDS = 365 * 86_400;

/** Of a file with a hash in its name: browsers keep it for good. */
export const immutableHeaders = {
  'cache-control': `public, max-age=${YEAR_SECONDS}, immutable`,
} as const;

type Encoding = 'br' | 'gzip' | 'identity';

/** Files that are stored with brotli only; for clients without it they are repacked once. */
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

  /** Sends a file in the best encoding that the client accepts. */
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
