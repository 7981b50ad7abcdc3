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

/** What to do about a refusal, by its code. */
const refusalHints: Readonly<Record<string, string>> = {
  barn_occupied: 'Close the flock inside first: farmctl flocks update <code> --status closed',
  barn_empty: 'Name the flock with --flock-id, or place one: farmctl act create_flock',
  has_logs: 'Its logs stand: delete them first, or close the flock',
  ambiguous_title: 'Say which with --task-id; see: farmctl tasks list --status open',
  no_such_task: 'See the open tasks with: farmctl tasks list --status open',
  task_blocked: 'Take it up first: farmctl tasks update <id> --status in_progress',
  task_cancelled: 'Open it first: farmctl tasks update <id> --status open',
  changed_since: 'Look at the row and change it by hand; undoing would lose what came after',
  already_undone: 'See what can be undone with: farmctl undo list',
  invalid_descriptor: 'See what can be undone with: farmctl undo list',
  sealed_case_file: 'A sealed case file stays as it is, and its flock takes no new rows',
};

/** Where the rows of a command are listed that has no list of its own. */
const listings: Readonly<Record<string, string>> = {
  people: 'users list; or: farmctl contacts list',
  vision: 'integrations list --kind camera',
};

const FARM_HINT = 'Choose one with --farm; their names: farmctl farms list --fields name';
const CAMERA_HINT = 'Check that the camera token is that of --integration, and was not revoked';

const connectionHints: Readonly<Record<ConnectionFailureKind, string>> = {
  refused:
    'Start a server with: farmctl serve; name another with --server; or set this machine up: farmctl init',
  unknown_host: 'Check the address; it comes from: farmctl config explain',
  unreachable: 'Check the network and the address',
  broken: 'A write may have come through: look before you run the command again',
  timed_out: 'Run the command again, or allow more time with --timeout',
  not_trusted: 'Name the authority that signed it in NODE_EXTRA_CA_CERTS',
  too_large: 'Ask for less with --limit, or stream with: --all -o jsonl',
  not_understood: 'Check the address; it comes from: farmctl config explain',
};

/** What to do about a failure of this machine, by the code of the system. */
const machineHints: Readonly<Record<string, string>> = {
  ENOSPC: 'Make room on the disk, then run the command again',
  EDQUOT: 'Make room on the disk, then run the command again',
  EACCES: 'Check who may use that file or folder',
  EPERM: 'Check who may use that file or folder',
  EROFS: 'Name a place that can be written',
  ENOENT: 'Check the path',
  ENOTDIR: 'Check the path',
  EISDIR: 'Name a file, not a folder',
  EMFILE: 'Close programs, or allow more open files: ulimit -n',
};

/** Where each setting that is in force came from, by its name. */
type Sources = Readonly<Record<string, string>>;

/** What to do about an error, as a sentence without a full stop. */
export function hintFor(
  error: unknown,
  command: readonly string[],
  sources: Sources = {},
): string | undefined {
  if (error instanceof CliError) {
    return error.hint === null ? undefined : (error.hint ?? usageHint(error, command));
  }
  if (error instanceof ConnectionFailed) return connectionHints[error.kind];
  if (!(error instanceof FarmError)) {
    return machineHint(error) ?? 'This is a fault of farmctl; -v shows where';
  }
  if (error.slug === 'unauthorized' && command[0] === 'vision') return CAMERA_HINT;
  const wait = error.headers['retry-after'];
  if (error.slug === 'unavailable' && wait !== undefined && /^\d+$/.test(wait)) {
    return `Run the command again in ${wait} s`;
  }
  if (needsFarm(error)) return FARM_HINT;
  const origin = originHint(error, sources);
  if (origin !== undefined) return origin;
  return serverHints[error.slug] ?? refusalHint(error) ?? commandHint(error, command);
}

function machineHint(error: unknown): string | undefined {
  const isSystems = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystems ? machineHints[String(error.code)] : undefined;
}

/** What was set elsewhere than people look: `auth login` does not help where a variable names a key. */
function originHint({ slug }: FarmError, { key = '', farm = '' }: Sources): string | undefined {
  if (slug === 'farm_forbidden' && farm !== '' && !/^(flag|not set)/.test(farm)) {
    return `The farm is that of ${farm}; name another with --farm`;
  }
  if (slug !== 'unauthorized') return undefined;
  if (/^(environment|file)/.test(key)) return `The key is that of ${key}: correct or unset it`;
  return key.startsWith('withheld') ? `${serverHints.unauthorized} (${key})` : undefined;
}

function needsFarm({ issues = [] }: FarmError): boolean {
  return issues.some(({ path, code }) => path === 'farmId' && code === 'required');
}

function refusalHint({ slug, code = '' }: FarmError): string | undefined {
  return slug === 'action_refused' && Object.hasOwn(refusalHints, code)
    ? refusalHints[code]
    : undefined;
}

function usageHint(error: CliError, command: readonly string[]): string | undefined {
  return error.outcome === 'usage' ? helpOf(command) : undefined;
}

function commandHint({ slug }: FarmError, command: readonly string[]): string | undefined {
  const [noun] = command;
  if (slug === 'not_found' && noun !== undefined && command.length > 1) {
    return `See what there is with: farmctl ${listings[noun] ?? `${noun} list`}`;
  }
  return slug === 'validation_failed' ? helpOf(command) : undefined;
}

function helpOf(command: readonly string[]): string {
  return `See: ${['farmctl', ...command, '--help'].join(' ')}`;
}
