import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Command } from 'commander';
import {
  verifyWebhook,
  type WebhookCheck,
  type WebhookCheckResult,
  type WebhookVerdict,
} from '../../../client/verify-webhook.ts';
import { message } from '../../../model/core/message.ts';
import { newWebhookSecret, secureRandom } from '../../../tools/ids.ts';
import { decodeSecret } from '../../../tools/webhook-signature.ts';
import { configPath, type ProcessEnvironment } from '../../config/config-paths.ts';
import { prepareFolder, withFileLock } from '../../config/update-config.ts';
import { collectValue, parseHeader } from '../../core/command-line.ts';
import { CliError, foreign, usageError } from '../../core/errors.ts';
import type { Io } from '../../core/io.ts';
import { parseDuration } from '../../core/time.ts';
import {
  collectBytes,
  decodeText,
  MOST_TEXT_BYTES,
  readBoundedFile,
  readFirstLine,
} from '../../input/read-input.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { requireAnswerFields } from '../../session/requested-fields.ts';
import { isConfirmed, printWrite, requireConfirmable } from '../core/write-results.ts';
import { resolveWebhook, sendCall, WEBHOOK_ARGUMENT, webhookPath } from './read-webhooks.ts';

/** Flags of commands that show a secret. */
export interface SecretFlags {
  readonly secretOnly?: boolean;
}

/** The flag for scripts that store the secret. */
export const SECRET_FLAG = ['--secret-only', 'print only the secret'] as const;

/** Throws a usage error, before anything is sent, if the output would omit the secret. */
export function requireShown(context: CommandContext, { secretOnly }: SecretFlags): void {
  const { fields } = context.flags();
  if (fields === undefined) return;
  if (secretOnly)
    throw usageError(message('cli.exclude', { first: '--secret-only', second: '--fields' }));
  if (fields.split(',').some((name) => name.trim() === 'secret')) return;
  throw usageError(message('fault.secretNotInFields'), {
    hint: message('hint.addSecretToFields'),
  });
}

/**
 * Prints a webhook with its new secret, after a line on the operation. The answer to a repeated
 * request has no secret: it is lost, and the command exits as partly done.
 */
export async function printSecret(
  context: CommandContext,
  record: Values,
  { done, secretOnly }: SecretFlags & { readonly done: string },
): Promise<void> {
  const { secret, id } = record;
  if (typeof secret !== 'string') {
    throw new CliError('partlyDone', message('fault.secretLost', { done }), {
      hint: message('hint.rotateSecret', { id: String(id) }),
    });
  }
  const text = await context.t('note.secretShownOnce', { done });
  if (!secretOnly) return printWrite(context, text, { kind: 'record', record });
  await context.note(text);
  await context.print({ kind: 'reading', data: secret, render: () => `${secret}\n` });
}

interface RotateFlags extends SecretFlags {
  readonly grace?: string;
  readonly finish?: boolean;
}

const GRACE = /^(\d{1,3})(h|d)$/;
const HOURS_A_DAY = 24;
const MOST_GRACE_HOURS = 168;

const ROTATE_EXAMPLES = `
During the grace period (default: 24 hours), deliveries are also signed with the old secret. --grace 0
and --finish invalidate it immediately and ask for confirmation (or pass --yes).

Examples:
  $ farmctl webhook rotate webhook_01K… --grace 2d
  $ farmctl webhook rotate webhook_01K… --finish --yes`;

export function addRotate(parent: Command, context: CommandContext): void {
  parent
    .command(`rotate ${WEBHOOK_ARGUMENT}`)
    .description('Rotate the secret of a webhook, and print the new one')
    .option('--grace <duration>', 'period in which both secrets sign: up to 7d or 168h; 0 for none')
    .option('--finish', 'end the grace period of a rotation')
    .option(...SECRET_FLAG)
    .addHelpText('after', ROTATE_EXAMPLES)
    .action((typed: string, flags: RotateFlags) => runRotate(context, typed, flags));
}

async function runRotate(
  context: CommandContext,
  typed: string,
  { grace, finish, ...flags }: RotateFlags,
): Promise<void> {
  if (finish && grace !== undefined)
    throw usageError(message('cli.exclude', { first: '--finish', second: '--grace' }));
  if (finish && flags.secretOnly) throw usageError(message('fault.finishWithoutSecret'));
  const graceHours = grace === undefined ? undefined : parseGrace(grace);
  if (!finish) requireShown(context, flags);
  await requireAnswerFields(context, 'rotateWebhookSecret');
  const isAtOnce = finish || graceHours === 0;
  if (isAtOnce) requireConfirmable(context);
  const id = await resolveWebhook(context, typed);
  const description = `webhook ${neutralise(id)}`;
  const question = { text: 'cli.ask.endSecret', params: { name: description } } as const;
  if (isAtOnce && !(await isConfirmed(context, question))) return;
  const body = finish ? { phase: 'finish' } : graceHours === undefined ? {} : { graceHours };
  const path = webhookPath(id, '/rotate-secret');
  const record = await sendCall(context, { method: 'POST', path, body });
  if (finish) {
    const confirmation = await context.t('note.rotationEnded', { webhook: description });
    return printWrite(context, confirmation, { kind: 'record', record });
  }
  const until = record['previousSecretUntil'];
  const rotated = await context.t('note.secretRotated', {
    webhook: description,
    isKept: typeof until === 'string' ? 'yes' : 'no',
    until: neutralise(String(until)),
  });
  await printSecret(context, record, { done: rotated, ...flags });
}

/** Parses whole hours: `24h`, `2d` or `0`. */
function parseGrace(text: string): number {
  if (text === '0') return 0;
  const match = GRACE.exec(text);
  const hours = Number(match?.[1]) * (match?.[2] === 'd' ? HOURS_A_DAY : 1);
  if (match && hours <= MOST_GRACE_HOURS) return hours;
  throw usageError(message('fault.graceInvalid'));
}

const LONGEST_SECRET = 1024;
const MOST_BYTES = 64 * 1024;

/**
 * Reads the secret from a file without its trailing line break, or from standard input for `-`.
 * Spaces and quotes are kept, so that they can be reported: a receiver that reads them as well
 * would fail. Throws a usage error if the secret is empty.
 */
async function readSecretFile(
  path: string,
  { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>,
): Promise<string> {
  if (path === '-') return readFirstLine(stdin);
  const place = `--secret-file: ${path}`;
  const bytes = await readBoundedFile(resolve(cwd, path), { place, mostBytes: MOST_BYTES });
  const secret = decodeText(bytes, place).replace(/\r?\n$/, '');
  if (secret.trim() === '') throw usageError(message('fault.secretFileEmpty', { path }));
  if (secret.length <= LONGEST_SECRET) return secret;
  throw usageError(message('fault.secretFileTooLong', { path }));
}

/**
 * The secret for signing local test events: from the file, otherwise from the profile. Throws a
 * usage error for an empty file.
 */
export async function signingSecret(
  context: CommandContext,
  secretFile: string | undefined,
): Promise<string> {
  if (secretFile === undefined) {
    const { profile } = await context.settings();
    return listenSecret(context.io, profile);
  }
  const secret = await readSecretFile(secretFile, context.io);
  if (decodeSecret(secret)) return secret;
  throw usageError(message('fault.secretFileInvalid'));
}

const FILE = 'listen-secrets.json';
const OWN_ONLY = 0o600;

/**
 * The secret with which `webhook listen` signs under a profile: created once and stored next to the
 * configuration, readable by the user only. Throws a usage error if the file is invalid.
 */
async function listenSecret(environment: ProcessEnvironment, profile: string): Promise<string> {
  const path = join(dirname(configPath(environment)), FILE);
  const storedSecret = (await readSecrets(path))[profile];
  if (storedSecret !== undefined) return storedSecret;
  await prepareFolder(path, environment);
  return withFileLock(`${path}.lock`, async () => {
    const secrets = await readSecrets(path);
    const secret = secrets[profile] ?? newWebhookSecret(secureRandom);
    const text = `${JSON.stringify({ ...secrets, [profile]: secret }, undefined, 2)}\n`;
    await writeFile(path, text, { mode: OWN_ONLY });
    return secret;
  });
}

async function readSecrets(path: string): Promise<Readonly<Partial<Record<string, string>>>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return '{}';
    throw usageError(message('cli.cannotRead', { file: path, reason: error.message }));
  });
  const secrets = parse(text);
  const isWhole =
    typeof secrets === 'object' &&
    secrets !== null &&
    Object.values(secrets).every((secret) => typeof secret === 'string' && decodeSecret(secret));
  if (isWhole) return secrets as Readonly<Record<string, string>>;
  throw usageError(message('fault.fileBroken', { path }), {
    hint: message('hint.deleteSecretFile'),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

interface VerifyFlags {
  readonly secretFile?: readonly string[];
  readonly header?: readonly string[];
  readonly body?: string;
  readonly tolerance: string;
}

const SIGNATURE_HEADERS: Readonly<Record<WebhookCheck, string>> = {
  service: 'x-service-signature',
  standard: 'webhook-signature',
};

const VERIFY_EXAMPLES = `
Reports for each of the two signatures whether it is valid, and if not, the reason: clock, secret, or
a re-serialised body. One valid signature is enough. Exit status: 0 valid, 5 invalid.
The body must be the received bytes; --tolerance allows for an older recording.

Examples:
  $ farmctl webhook verify --secret-file webhook.secret --header 'x-service-timestamp: 1795251600' --header 'x-service-signature: sha256=…' --body body.json --tolerance 24h
  $ farmctl webhook verify --secret-file old.secret --secret-file webhook.secret --header "webhook-id: $ID" --header "webhook-timestamp: $AT" --header "webhook-signature: $SIGNATURE" --body - < body.json`;

export function addVerify(parent: Command, context: CommandContext): void {
  parent
    .command('verify')
    .description('Check the signatures of a delivery, and report which one fails and why')
    .option(
      '--secret-file <file>',
      'file with the secret; repeat for a previous secret',
      collectValue,
    )
    .option(
      '--header <header>',
      "header of the delivery, 'Name: value' or Name=value; repeatable",
      collectValue,
    )
    .option('--body <file>', 'file with the raw body, or - for standard input')
    .option('--tolerance <duration>', 'maximum clock difference, 0s to 24h', '5m')
    .addHelpText('after', VERIFY_EXAMPLES)
    .action((flags: VerifyFlags) => runVerify(context, flags));
}

async function runVerify(context: CommandContext, flags: VerifyFlags): Promise<void> {
  const { secretFile = [], header = [], body: path } = flags;
  if (secretFile.length === 0) throw usageError(message('fault.secretFileMissing'));
  if (header.length === 0) throw usageError(message('fault.headerMissing'));
  if (path === undefined) throw usageError(message('fault.bodyMissing'));
  if (path === '-' && secretFile.includes('-')) {
    throw usageError(message('fault.twoStandardInputs'));
  }
  const toleranceMillis = parseDuration(flags.tolerance);
  if (toleranceMillis === undefined) {
    throw usageError(message('fault.toleranceInvalid'));
  }
  const headers = Object.fromEntries(header.map(parseHeader));
  const secret: string[] = [];
  for (const file of secretFile) secret.push(await readSecretFile(file, context.io));
  const verdict = verifyWebhook(
    { headers, body: await readRawBody(path, context.io) },
    { secret, toleranceSeconds: toleranceMillis / 1000, clock: context.now },
  );
  await printVerdict(context, verdict);
  if (!verdict.isValid) {
    const text = await explainVerdict(context, verdict);
    throw new CliError('rejected', foreign(text), { hint: null });
  }
}

/** The most likely cause, in the command's language. */
async function explainVerdict(
  context: CommandContext,
  { message: english, checks }: WebhookVerdict,
): Promise<string> {
  const first = checks.find(({ message }) => message === english);
  if (first) return explainCheck(context, first);
  const { language } = await context.translator();
  return language === 'en' ? english : context.t('check.none');
}

/** The result of one check; the library's English text is more precise than the translations. */
async function explainCheck(
  context: CommandContext,
  { check, fault, message: english }: WebhookCheckResult,
): Promise<string> {
  const { language } = await context.translator();
  const header = SIGNATURE_HEADERS[check];
  return language === 'en' ? english : context.t(`check.${fault ?? 'holds'}`, { header });
}

function readRawBody(path: string, { stdin, cwd }: Pick<Io, 'stdin' | 'cwd'>): Promise<Uint8Array> {
  const mostBytes = MOST_TEXT_BYTES;
  if (path === '-')
    return collectBytes(stdin.chunks(), { place: '--body: standard input', mostBytes });
  return readBoundedFile(resolve(cwd, path), { place: `--body: ${path}`, mostBytes });
}

async function printVerdict(
  context: CommandContext,
  { isValid, message, checks }: WebhookVerdict,
): Promise<void> {
  const data = {
    isValid,
    message,
    checks: checks.map(({ check, fault, message }) => ({
      check,
      fault: fault ?? null,
      message,
    })),
  };
  const lines = [
    await context.t(isValid ? 'note.genuine' : 'note.notGenuine'),
    ...(await Promise.all(
      checks.map(async (check) => `${check.fault ?? 'ok'}: ${await explainCheck(context, check)}`),
    )),
  ];
  const render = () => lines.map((line) => `${neutralise(line)}\n`).join('');
  await context.print({ kind: 'reading', data, render });
}
