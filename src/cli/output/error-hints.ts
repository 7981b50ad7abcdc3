import { ConnectionFailed, type ConnectionFailureKind } from '../../client/errors.ts';
import { en, type TextKey } from '../../i18n/en.ts';
import { renderMessage, type Translator } from '../../i18n/render-message.ts';
import { type ErrorSlug, FarmError, type ImportParameter } from '../../model/core/errors.ts';
import { type Message, type MessageParams, message } from '../../model/core/message.ts';
import { kebabCase } from '../../tools/words.ts';
import { CliError, renderErrorsWith, type Sentences } from '../core/errors.ts';
import { isFrom, type Sources } from '../core/setting-source.ts';

/** Translator when no language is set. */
export const english: Translator = { language: 'en', texts: en };

/** The sentences in a language. */
export function renderSentences(translator: Translator, sentences: Sentences): string {
  const all = 'text' in sentences ? [sentences] : sentences;
  return all.map((sentence) => renderMessage(translator, sentence)).join('; ');
}

renderErrorsWith((sentences) => renderSentences(english, sentences));

const OPEN_TASKS = { command: 'farmctl tasks list --status open' };

const serverHints: Readonly<Partial<Record<ErrorSlug, Message>>> = {
  unauthorized: hint('login', { command: 'farmctl auth login', variable: 'FARMCTL_KEY' }),
  insufficient_scope: hint('permissions', { command: 'farmctl me' }),
  farm_forbidden: hint('farmsOfKey', { command: 'farmctl me' }),
  request_timeout: hint('again'),
  conflict: hint('again'),
  payload_too_large: hint('sendLess'),
  precondition_failed: hint('readAgain'),
  rate_limited: hint('longerWait', { flag: '--max-wait' }),
  internal: hint('quoteRequest'),
  not_implemented: hint('updateServer'),
  unavailable: hint('again'),
};

/** Hints for API errors, by code. */
const refusalHints: Readonly<Record<string, Message>> = {
  barn_occupied: hint('closeFlock', { command: 'farmctl flocks update <code> --status closed' }),
  barn_empty: hint('placeFlock', { flag: '--flock-id', command: 'farmctl act create_flock' }),
  has_logs: hint('hasLogs'),
  has_sales: hint('deleteSales', { command: 'farmctl sales delete <id>' }),
  flock_not_closed: hint('closeFlock', { command: 'farmctl flocks update <code> --status closed' }),
  open_alerts: hint('settleAlerts', {
    command: 'farmctl alerts update <id> --status resolved',
    list: 'farmctl alerts list',
  }),
  email_taken: hint('list', { command: 'farmctl users list' }),
  last_owner: hint('list', { command: 'farmctl users list' }),
  too_many_webhooks: hint('list', { command: 'farmctl webhook list' }),
  backup_running: hint('again'),
  no_mapping: hint('setMapping', { command: 'farmctl integrations mapping set <id>' }),
  webhook_owner_lost: hint('adoptWebhook', { command: 'farmctl webhook adopt <id>' }),
  ambiguous_title: hint('chooseTask', { flag: '--task-id', ...OPEN_TASKS }),
  no_such_task: hint('openTasks', OPEN_TASKS),
  task_blocked: hint('startTask', { command: 'farmctl tasks update <id> --status in_progress' }),
  task_cancelled: hint('openTask', { command: 'farmctl tasks update <id> --status open' }),
  changed_since: hint('changedSince'),
  already_undone: hint('undoList', { command: 'farmctl undo list' }),
  invalid_descriptor: hint('undoList', { command: 'farmctl undo list' }),
  sealed_case_file: hint('sealed'),
};

/** Commands that list the rows of commands without a list of their own. */
const listings: Readonly<Record<string, string>> = {
  people: 'users list; or: farmctl contacts list',
  vision: 'integrations list --kind camera',
};

const FARM_HINT = hint('chooseFarm', {
  flag: '--farm',
  command: 'farmctl farms list --fields name',
});
const CAMERA_HINT = hint('cameraToken', { flag: '--integration' });
const CHECK_ADDRESS = hint('checkAddress', { command: 'farmctl config explain' });

const connectionHints: Readonly<Record<ConnectionFailureKind, Message>> = {
  refused: hint('startServer', {
    command: 'farmctl serve',
    flag: '--server',
    setup: 'farmctl init',
  }),
  unknown_host: CHECK_ADDRESS,
  unreachable: hint('checkNetwork'),
  broken: hint('lookFirst'),
  timed_out: hint('moreTime', { flag: '--timeout' }),
  not_trusted: hint('trust', { variable: 'NODE_EXTRA_CA_CERTS' }),
  too_large: hint('askLess', { flag: '--limit', command: '--all -o jsonl' }),
  not_understood: CHECK_ADDRESS,
};

/** Hints for local failures, by operating system error code. */
const machineHints: Readonly<Record<string, Message>> = {
  ENOSPC: hint('diskFull'),
  EDQUOT: hint('diskFull'),
  EACCES: hint('checkPermission'),
  EPERM: hint('checkPermission'),
  EROFS: hint('writablePlace'),
  ENOENT: hint('checkPath'),
  ENOTDIR: hint('checkPath'),
  EISDIR: hint('fileNotFolder'),
  EMFILE: hint('openFiles', { command: 'ulimit -n' }),
};

type HintName = TextKey extends infer K ? (K extends `hint.${infer N}` ? N : never) : never;

function hint(name: HintName, params: MessageParams = {}): Message {
  return message(`hint.${name}`, params);
}

/** Hint for an error, as a sentence without a full stop. */
export function hintFor(
  error: unknown,
  command: readonly string[],
  sources: Sources = {},
  translator: Translator = english,
): string | undefined {
  const hint = findHint(error, command, sources);
  if (!hint) return undefined;
  const text = renderSentences(translator, hint);
  const withheld = withheldKey(error, sources);
  return withheld
    ? renderMessage(translator, message('source.behind', { said: text, source: withheld }))
    : text;
}

function findHint(
  error: unknown,
  command: readonly string[],
  sources: Sources,
): Sentences | undefined {
  if (error instanceof CliError) {
    return error.hint === null ? undefined : (error.hint ?? usageHint(error, command));
  }
  if (error instanceof ConnectionFailed) return connectionHints[error.kind];
  if (!(error instanceof FarmError)) return machineHint(error) ?? hint('fault', { flag: '-v' });
  if (error.slug === 'unauthorized' && command[0] === 'vision') return CAMERA_HINT;
  const wait = error.headers['retry-after'];
  if (error.slug === 'unavailable' && wait !== undefined && /^\d+$/.test(wait)) {
    return hint('againIn', { seconds: Number(wait) });
  }
  if (needsFarm(error)) return FARM_HINT;
  return (
    originHint(error, sources) ??
    changedHint(error, command) ??
    existingHint(error, command) ??
    fileHint(error, command) ??
    addressHint(error, command) ??
    serverHints[error.slug] ??
    refusalHint(error) ??
    commandHint(error, command)
  );
}

function machineHint(error: unknown): Message | undefined {
  const isSystems = error instanceof Error && 'syscall' in error && 'code' in error;
  return isSystems ? machineHints[String(error.code)] : undefined;
}

/**
 * A hint about a setting from an unexpected source: `auth login` does not help when an environment
 * variable sets the key.
 */
function originHint({ slug }: FarmError, { key, farm }: Sources): Message | undefined {
  if (slug === 'farm_forbidden' && farm && !isFrom(farm, 'flag', 'unset')) {
    return hint('otherFarm', { origin: farm, flag: '--farm' });
  }
  if (slug !== 'unauthorized') return undefined;
  return key && isFrom(key, 'environment', 'file') ? hint('otherKey', { origin: key }) : undefined;
}

/** Explains why the profile's key was not used. */
function withheldKey(error: unknown, { key }: Sources): Message | undefined {
  const isRefused = error instanceof FarmError && error.slug === 'unauthorized';
  return isRefused && isFrom(key, 'withheld') ? key : undefined;
}

function needsFarm({ issues = [] }: FarmError): boolean {
  return issues.some(({ path, code }) => path === 'farmId' && code === 'required');
}

function refusalHint({ slug, code = '' }: FarmError): Message | undefined {
  return slug === 'action_refused' && Object.hasOwn(refusalHints, code)
    ? refusalHints[code]
    : undefined;
}

function usageHint(error: CliError, command: readonly string[]): Message | undefined {
  return error.outcome === 'usage' ? helpOf(command) : undefined;
}

/** A hint about an address that the server may call only when configured to allow it. */
function addressHint({ issues = [] }: FarmError, [noun]: readonly string[]): Message | undefined {
  const isRefused = issues.some(({ path, code }) => path === 'url' && code === 'not_allowed');
  if (noun !== 'webhook' || !isRefused) return undefined;
  return hint('allowHost', { command: 'farmctl serve --allow-host <host>' });
}

/** A hint about a file that cannot be imported; if the reason is known, its text is the hint. */
function fileHint({ slug, code }: FarmError, [, verb]: readonly string[]): Message | undefined {
  const isFile = slug === 'unsupported_media_type' && code === undefined && verb === 'import';
  return isFile ? hint('saveAsXlsx') : undefined;
}

/** Suggests reading a concurrently changed row again, if its resource can be read. */
function changedHint({ slug }: FarmError, [noun, verb = '']: readonly string[]) {
  const isOfRow = slug === 'precondition_failed' && /^(update|delete)$/.test(verb);
  return isOfRow ? hint('readAgainWith', { command: `farmctl ${noun} get <id>` }) : undefined;
}

/** Suggests updating the existing row instead. */
function existingHint({ issues = [] }: FarmError, [noun, verb]: readonly string[]) {
  const id = issues.find(({ code }) => code === 'duplicate')?.existingId;
  if (id === undefined || verb !== 'create') return undefined;
  return hint('changeExisting', { command: `farmctl ${noun} update ${id}` });
}

function commandHint({ slug }: FarmError, command: readonly string[]): Message | undefined {
  const [noun] = command;
  if (slug === 'not_found' && noun !== undefined && command.length > 1) {
    return hint('list', { command: `farmctl ${listings[noun] ?? `${noun} list`}` });
  }
  return helpOf(command);
}

function helpOf(command: readonly string[]): Message {
  return hint('help', { command: ['farmctl', ...command, '--help'].join(' ') });
}

/** Values of import parameters as typed on the command line; punctuation is quoted. */
const IMPORT_VALUES: Readonly<Record<ImportParameter, readonly string[]>> = {
  dateFormat: ['dmy', 'mdy', 'ymd', 'excel'],
  decimal: ["','", "'.'"],
  onDuplicate: ['skip', 'update'],
};

export function importFlags(parameter: ImportParameter): readonly string[] {
  return IMPORT_VALUES[parameter].map((value) => `--${kebabCase(parameter)} ${value}`);
}

export function unknownColumn(column: string): Message {
  const flags = { map: `--map '${column}=…'`, leave: `--map '${column}='` };
  return message('issue.unknownColumn', { column, ...flags });
}
