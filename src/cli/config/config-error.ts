import { usageError } from '../errors.ts';
import type { TextPosition } from './json-scan.ts';

/** One thing that is wrong with a configuration file. */
export interface ConfigFault {
  readonly path: string;
  readonly position?: TextPosition;
  readonly message: string;
}

const MOST_SHOWN = 5;

/** A usage error that names the place of every fault as `path:line:column`, and the way out. */
export function configError(faults: readonly ConfigFault[]) {
  const shown = faults.slice(0, MOST_SHOWN).map(describeFault);
  const hidden = faults.length - shown.length;
  const lines = hidden > 0 ? [...shown, `… and ${hidden} more`] : shown;
  return usageError(lines.join('\n'), { hint: 'Correct the file, or move it away' });
}

/** A usage error of a file that the system does not let us read or write. */
export function fileError(path: string, act: 'read' | 'written', cause: unknown) {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return usageError(`${path}: cannot be ${act}: ${reason}`, {
    hint: 'Check who may use it, or name another with FARMCTL_CONFIG',
    cause,
  });
}

function describeFault({ path, position, message }: ConfigFault): string {
  return position === undefined
    ? `${path}: ${message}`
    : `${path}:${position.line}:${position.column}: ${message}`;
}
