import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** Bundles a TypeScript script for a separate process; returns its path. */
export async function bundleScript(source: string, folder: string): Promise<string> {
  const outfile = join(folder, 'script.cjs');
  await build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '../..'), loader: 'ts' },
    bundle: true,
    platform: 'node',
    format: 'cjs',
    loader: { '.sql': 'text' },
    outfile,
    logLevel: 'error',
  });
  return outfile;
}

/** Runs a bundled script in a separate process; rejects on failure. */
export function runScript(path: string, argv: readonly string[]) {
  return promisify(execFile)(process.execPath, [path, ...argv]);
}
