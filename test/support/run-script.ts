import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

/** Bundles a script of TypeScript so that a process of its own can run it; returns its path. */
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

/** Runs a bundled script in a process of its own; rejects when it fails. */
export function runScript(path: string, argv: readonly string[]) {
  return promisify(execFile)(process.execPath, [path, ...argv]);
}
