import type { ConnectionFailureKind } from '../client/errors.ts';
import { ConnectionFailed } from '../client/errors.ts';
import { type ErrorSlug, FarmError } from '../model/errors.ts';
import { CliError } from './errors.ts';

const serverHints: Readonly<Partial<Record<ErrorSlug, string>>> = {
  unauthorized: 'Store a key with: farmctl auth login; or set FARMCTL_KEY',
  insufficient_scope: 'See what the key may do with: farmctl me',
  farm_forbidden: 'See the farms of the key with: farmctl me',
  conflict: 'Wait a moment, then run the command again',
  precondition_failed: 'Read the row again, then repeat the change with its version',
  rate_limited: 'Wait, or allow longer waits with --max-wait',
  internal: 'Quote the request to those who run the server',
  not_implemented: 'Update the server',
  unavailable: 'Run the command again in a moment',
};

const connectionHints: Readonly<Record<ConnectionFailureKind, string>> = {
  refused: 'Start a server with: farmctl serve; or name another with --server',
  unknown_host: 'Check the address; it comes from: farmctl config explain',
  unreachable: 'Check the network and the address',
  broken: 'A write may have come through: look before you run the command again',
  timed_out: 'Run the command again, or allow more time with --timeout',
  not_trusted: 'Name the authority that signed it in NODE_EXTRA_CA_CERTS',
  too_large: 'Ask for less with --limit, or stream with: --all -o jsonl',
  not_understood: 'Check the address; it comes from: farmctl config explain',
};

/** What to do about an error, as a sentence without a full stop. */
export function hintFor(error: unknown, command: readonly string[]): string | undefined {
  if (error instanceof CliError) {
    return error.hint === null ? undefined : (error.hint ?? usageHint(error, command));
  }
  if (error instanceof ConnectionFailed) return connectionHints[error.kind];
  if (!(error instanceof FarmError)) return 'This is a fault of farmctl; -v shows where';
  const wait = error.headers['retry-after'];
  if (error.slug === 'unavailable' && wait !== undefined && /^\d+$/.test(wait)) {
    return `Run the command again in ${wait} s`;
  }
  return serverHints[error.slug] ?? commandHint(error, command);
}

function usageHint(error: CliError, command: readonly string[]): string | undefined {
  return error.outcome === 'usage' ? helpOf(command) : undefined;
}

function commandHint({ slug }: FarmError, command: readonly string[]): string | undefined {
  const [noun] = command;
  if (slug === 'not_found' && command.length > 1) {
    return `See what there is with: farmctl ${noun} list`;
  }
  return slug === 'validation_failed' ? helpOf(command) : undefined;
}

function helpOf(command: readonly string[]): string {
  return `See: ${['farmctl', ...command, '--help'].join(' ')}`;
}
