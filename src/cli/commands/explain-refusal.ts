import { CliError, type CliOutcome } from '../errors.ts';

/** How a command ends that the service refused, by name and reason of its errors. */
const outcomes: Readonly<Record<string, CliOutcome>> = {
  'UnusableDatabase unfit': 'usage',
  'UnusableDatabase held': 'usage',
  'UnusableDatabase not_allowed': 'notAllowed',
  'UnusableDatabase unreachable': 'noConnection',
  'BackupRefused unfit': 'usage',
  'BackupRefused missing': 'notFound',
  'BackupRefused failed': 'serverError',
};

/**
 * A refusal of a database or a backup as an error of the command line, behind `prefix`; anything
 * else as it is. Told by name: the classes would load the service.
 */
export function explainRefusal(error: unknown, prefix = ''): unknown {
  if (!(error instanceof Error)) return error;
  const { reason } = error as { readonly reason?: unknown };
  const outcome = outcomes[`${error.name} ${String(reason)}`];
  if (outcome === undefined) return error;
  return new CliError(outcome, prefix + error.message, { hint: null, cause: error });
}
