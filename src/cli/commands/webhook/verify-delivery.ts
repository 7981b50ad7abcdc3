import { resolve } from 'node:path';
import type { Command } from 'commander';
import { verifyWebhook, type WebhookVerdict } from '../../../client/verify-webhook.ts';
import { collectValue } from '../../collect-value.ts';
import { parseDuration } from '../../config/duration.ts';
import type { CommandContext } from '../../context.ts';
import { CliError, usageError } from '../../errors.ts';
import type { Io } from '../../io.ts';
import { neutralise } from '../../output/neutralise.ts';
import { parseHeader } from '../../parse-header.ts';
import { collectBytes, MOST_TEXT_BYTES, readBoundedFile } from '../../read-bounded-file.ts';
import { readSecretFile } from './read-secret-file.ts';

interface VerifyFlags {
  readonly secretFile?: readonly string[];
  readonly header?: readonly string[];
  readonly body?: string;
  readonly tolerance: string;
}

const EXAMPLES = `
Says of each of the two signatures whether it holds, and if not, why: the clock, the secret, or a
body that was parsed and written again. One that holds is enough. Ends with 0, or with 5.
The body must be the bytes that came in; --tolerance allows for an older recording.

Examples:
  $ farmctl webhook verify --secret-file webhook.secret --header 'x-service-timestamp: 1795251600' --header 'x-service-signature: sha256=…' --body body.json --tolerance 24h
  $ farmctl webhook verify --secret-file old.secret --secret-file webhook.secret --header "webhook-id: $ID" --header "webhook-timestamp: $AT" --header "webhook-signature: $SIGNATURE" --body - < body.json`;

/** Adds `webhook verify`. */
export function addVerify(parent: Command, context: CommandContext): void {
  parent
    .command('verify')
    .description('Check the signatures of a delivery, and say which one fails and why')
    .option('--secret-file <file>', 'file of the secret; again for the one before', collectValue)
    .option(
      '--header <header>',
      "header of the delivery, 'Name: value' or Name=value; may be given again",
      collectValue,
    )
    .option('--body <file>', 'file of the raw body, or - for standard input')
    .option('--tolerance <duration>', 'how far the clocks may be apart, 0s to 24h', '5m')
    .addHelpText('after', EXAMPLES)
    .action((flags: VerifyFlags) => runVerify(context, flags));
}

async function runVerify(context: CommandContext, flags: VerifyFlags): Promise<void> {
  const { secretFile = [], header = [], body: path } = flags;
  if (secretFile.length === 0) throw usageError('--secret-file is missing');
  if (header.length === 0) throw usageError('--header is missing: give those of the delivery');
  if (path === undefined) throw usageError('--body is missing: a file, or - for standard input');
  if (path === '-' && secretFile.includes('-')) {
    throw usageError('--body and --secret-file cannot both be standard input');
  }
  const toleranceMillis = parseDuration(flags.tolerance);
  if (toleranceMillis === undefined) {
    throw usageError('--tolerance must be a duration from 0s to 24h, such as 5m');
  }
  const headers = Object.fromEntries(header.map(parseHeader));
  const secret: string[] = [];
  for (const file of secretFile) secret.push(await readSecretFile(file, context.io));
  const verdict = verifyWebhook(
    { headers, body: await readRawBody(path, context.io) },
    { secret, toleranceSeconds: toleranceMillis / 1000, clock: context.now },
  );
  await printVerdict(context, verdict);
  if (!verdict.isValid) throw new CliError('rejected', verdict.message, { hint: null });
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
    checks: checks.map(({ check, fault, message: why }) => ({
      check,
      fault: fault ?? null,
      message: why,
    })),
  };
  const lines = [
    isValid ? 'The delivery is genuine.' : 'The delivery is not genuine.',
    ...checks.map(({ fault, message: why }) => `${fault === undefined ? 'ok' : fault}: ${why}`),
  ];
  const render = () => lines.map((line) => `${neutralise(line)}\n`).join('');
  await context.print({ kind: 'reading', data, render });
}
