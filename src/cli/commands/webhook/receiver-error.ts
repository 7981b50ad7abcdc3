import { CliError } from '../../errors.ts';
import { neutralise } from '../../output/neutralise.ts';

/** How a receiver took a delivery. */
export interface Reception {
  /** HTTP status; null when there was no answer. */
  readonly status: number | null;
  /** Why there was no answer, such as `timeout`. */
  readonly failure: string | null;
}

const HINT = 'Read what the receiver logs; a delivery is taken with any status from 200 to 299';

/**
 * The error that a command ends with whose delivery was not taken, by the table of exit statuses
 * with the receiver in place of the server: 5 for a refusal, 7 for 500 and above, 8 for no answer.
 * Undefined for a delivery that was taken.
 */
export function receiverError(event: string, { status, failure }: Reception): CliError | undefined {
  const name = neutralise(event);
  if (status === null) {
    const why = neutralise(failure ?? 'no answer');
    return new CliError('noConnection', `the receiver did not answer ${name}: ${why}`, {
      hint: 'Check that it runs, and that its address can be reached from the sender',
    });
  }
  if (status >= 200 && status <= 299) return undefined;
  const message = `the receiver answered ${name} with status ${status}`;
  return new CliError(status >= 500 ? 'serverError' : 'rejected', message, { hint: HINT });
}
