import { expect, test } from 'vitest';
import type { FarmError } from '../../../src/model/core/errors.ts';
import { readTable } from '../../../src/platform/table-files/read-table.ts';
import { smallFiles } from '../../support/hostile-imports.ts';

/**
 * Processor time, as wall time varies on a busy machine: far more than any of them needs; unbounded
 * readers need much more, or all memory.
 */
const MOST_MICROS = 5_000_000;

test.each(smallFiles)('$contentType, $name: rejected', async ({ bytes, contentType, refusal }) => {
  const file = { bytes: bytes(), contentType };
  const before = process.cpuUsage();
  const error: FarmError = await readTable(file, { encoding: undefined, sheet: undefined }).then(
    () => {
      throw new Error('it was read');
    },
    (reason) => reason,
  );
  expect(`${error.status} ${error.issues?.[0]?.code ?? error.code}`).toBe(refusal);
  const { user, system } = process.cpuUsage(before);
  expect(user + system).toBeLessThan(MOST_MICROS);
});
