import { CliError, usageError } from '../errors.ts';

/** Throws a usage error when the filter is not one; nothing is run. */
export async function checkJq(filter: string): Promise<void> {
  const { raw } = await import('jq-wasm');
  // Without input the filter is compiled, and then never called.
  const { exitCode, stderr } = await raw('', filter, ['-c']);
  if (exitCode !== 0) throw usageError(`--jq: ${explain(stderr)}`);
}

/** The results of the filter on a value, each as compact JSON. */
export async function runJq(filter: string, value: unknown): Promise<readonly string[]> {
  const { raw } = await import('jq-wasm');
  const { stdout, stderr, exitCode } = await raw(JSON.stringify(value ?? null), filter, ['-c']);
  if (exitCode !== 0) throw new CliError('usage', `--jq: ${explain(stderr)}`);
  return stdout === '' ? [] : stdout.split('\n');
}

function explain(stderr: string): string {
  const [first = ''] = stderr.split('\n');
  const reason = first
    .replace(/^jq: error(?: \(at [^)]*\))?: /, '')
    .replace(/ at <top-level>,/, ', in');
  return reason.replace(/:$/, '') || 'the filter failed';
}
