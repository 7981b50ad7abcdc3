import { type Finding, failed, passed, skipped, warned } from './finding.ts';

const OLDEST_NODE = [20, 18, 1] as const;
const FEW_FILES = 4096;

/** Node.js is recent enough; says which SQLite is in use. */
export function checkRuntime(facts: {
  readonly nodeVersion: string;
  /** Name and version of the driver: `@photostructure/sqlite 3.53.0`. */
  readonly driver: string;
}): Finding {
  const finding = `Node.js ${facts.nodeVersion}, ${facts.driver}`;
  if (isOlder(facts.nodeVersion)) {
    return failed('runtime', finding, `use Node.js ${OLDEST_NODE.join('.')} or later`);
  }
  return passed('runtime', finding);
}

function isOlder(version: string): boolean {
  const numbers = version.split('.').map(Number);
  for (const [index, oldest] of OLDEST_NODE.entries()) {
    const number = numbers[index] ?? 0;
    if (number !== oldest) return number < oldest;
  }
  return false;
}

/** There are enough file handles for connections and files. */
export function checkOpenFiles(limit: number | undefined): Finding {
  if (limit === undefined) return skipped('openFiles', 'this system does not say its limit');
  const finding = `up to ${limit} files and connections may be open`;
  if (limit >= FEW_FILES) return passed('openFiles', finding);
  return warned('openFiles', finding, `raise the limit to ${FEW_FILES} or more (ulimit -n)`);
}
