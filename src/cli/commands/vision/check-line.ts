import type { Issue } from '../../../model/errors.ts';
import { readVisionEvent } from '../../../model/vision-ingest.ts';
import { type InputLine, LONGEST_LINE } from './split-lines.ts';

/** A line that is not pushed, and why. */
export interface Reject {
  readonly line: number;
  /** The field that is at fault; `line` when it is the line itself. */
  readonly field: string;
  /** For programs: the code of the issue, such as `required`. */
  readonly code: string;
  /** For people. */
  readonly reason: string;
  readonly text: string;
}

const faults = {
  too_long: `The line is longer than ${LONGEST_LINE} bytes.`,
  not_utf8: 'The line is not UTF-8.',
} as const;

/**
 * Why a line is not an event that the service takes; undefined for one that may be pushed. Whether
 * its time and its references will do, the service decides by its own clock and rows.
 */
export function checkLine(line: InputLine): Reject | undefined {
  const { number, text, fault } = line;
  const reject = (code: string, reason: string) =>
    ({ line: number, field: 'line', code, reason, text }) as const;
  if (fault !== undefined) return reject(fault, faults[fault]);
  let event: unknown;
  try {
    event = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    return reject('invalid_json', `The line is not JSON: ${reason}`);
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event)) {
    return reject('wrong_type', 'The line is not a JSON object.');
  }
  // In the zone of the farm, a time without an offset is at most a day from this.
  const { issues } = readVisionEvent(event, { zone: 'UTC' });
  return issues && rejectOf({ number, text }, issues);
}

/** The reject of a line with these issues, which are named by the fields of its event. */
export function rejectOf(
  { number, text }: Pick<InputLine, 'number' | 'text'>,
  issues: readonly Issue[],
): Reject {
  const [first] = issues;
  return {
    line: number,
    field: first?.path || 'line',
    code: first?.code ?? 'invalid_format',
    reason: issues.map(({ message }) => message).join(' '),
    text,
  };
}
