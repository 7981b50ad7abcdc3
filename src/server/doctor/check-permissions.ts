import { type Finding, failed, passed, skipped, warned } from './finding.ts';

/** Access rights of a folder or a file in it. */
export interface AccessFact {
  readonly path: string;
  /** The last nine bits: who may read, write and enter. */
  readonly mode: number;
  readonly isFolder: boolean;
}

const OTHERS = 0o077;

/** Nobody but the owner may read the data: the folder is 0700, what lies in it 0600. */
export function checkPermissions(facts: readonly AccessFact[] | undefined): Finding {
  if (!facts) return skipped('permissions', 'this system has no such access rights');
  const open = facts.filter(({ mode }) => (mode & OTHERS) !== 0);
  const file = open.find(({ isFolder }) => !isFolder);
  if (file) {
    const { path, mode } = file;
    return failed('permissions', `others may read ${path} (${octal(mode)})`, `chmod 600 ${path}`);
  }
  const [folder] = open;
  if (folder) {
    const { path, mode } = folder;
    return warned(
      'permissions',
      `others may look into ${path} (${octal(mode)})`,
      `chmod 700 ${path}`,
    );
  }
  return passed('permissions', 'nobody else may read the folder and its files');
}

function octal(mode: number): string {
  return mode.toString(8).padStart(4, '0');
}
