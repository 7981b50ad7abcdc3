import { formatInstant } from '../../../tools/calendar.ts';
import { RETRY_DELAYS_MILLIS } from '../../../tools/retry-schedule.ts';
import type { CommandContext } from '../../context.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { Paint } from '../../output/output.ts';
import type { ForwardAttempt } from './listen-forward.ts';

/** Prints how an attempt went, on one line. */
export function showAttempt(context: CommandContext, attempt: ForwardAttempt): Promise<void> {
  const { event, at, status, failure, durationMs, number, retryInMs } = attempt;
  const told = { id: event.id, event: event.event, at: formatInstant(at) };
  return context.print({
    kind: 'reading',
    data: { ...told, status, failure, durationMs, attempt: number, retryInMs },
    render: ({ paint }) => `${attemptLine(attempt, paint)}\n`,
  });
}

function attemptLine(attempt: ForwardAttempt, paint: Paint): string {
  const { event, at, status, failure, durationMs } = attempt;
  const isTaken = status !== null && status >= 200 && status <= 299;
  const outcome = String(status ?? failure);
  return [
    paint.dim(formatInstant(at)),
    paint.bold(neutralise(event.event)),
    neutralise(event.id),
    isTaken ? paint.green(outcome) : paint.red(outcome),
    `${durationMs} ms`,
    ...(isTaken ? [] : [nextText(attempt)]),
  ].join('  ');
}

function nextText({ number, retryInMs }: ForwardAttempt): string {
  const attempt = `attempt ${number} of ${RETRY_DELAYS_MILLIS.length}`;
  return retryInMs === null
    ? `${attempt}, given up`
    : `${attempt}, again in ${Math.round(retryInMs / 1000)} s`;
}
