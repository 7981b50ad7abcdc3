/** Everything that is looked at. */
export type CheckName =
  | 'configuration'
  | 'profile'
  | 'server'
  | 'key'
  | 'serverClock'
  | 'folder'
  | 'permissions'
  | 'database'
  | 'schema'
  | 'integrity'
  | 'commits'
  | 'synchronous'
  | 'auditLog'
  | 'outbox'
  | 'files'
  | 'secrets'
  | 'integrations'
  | 'log'
  | 'disk'
  | 'backups'
  | 'clock'
  | 'runtime'
  | 'openFiles';

/** How a check came out; `skipped` where there was nothing to look at. */
export type CheckState = 'ok' | 'warning' | 'failed' | 'skipped';

/** What one check found. */
export interface Finding {
  readonly check: CheckName;
  readonly state: CheckState;
  /** What was seen, on one line. */
  readonly finding: string;
  /** What to do about it; empty where nothing needs doing. */
  readonly whatToDo: string;
}

export function passed(check: CheckName, finding: string): Finding {
  return { check, state: 'ok', finding, whatToDo: '' };
}

export function skipped(check: CheckName, finding: string): Finding {
  return { check, state: 'skipped', finding, whatToDo: '' };
}

export function warned(check: CheckName, finding: string, whatToDo: string): Finding {
  return { check, state: 'warning', finding, whatToDo };
}

export function failed(check: CheckName, finding: string, whatToDo: string): Finding {
  return { check, state: 'failed', finding, whatToDo };
}

/** Bytes as megabytes for people: `18.4 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
