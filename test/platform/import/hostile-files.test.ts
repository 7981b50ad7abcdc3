import { expect, test } from 'vitest';
import type { FarmError } from '../../../src/model/core/errors.ts';
import { readTable } from '../../../src/platform/table-files/read-table.ts';
import { smallFiles } from '../../support/hostile-imports.ts';

/** Far more than any of them takes; unbounded readers take much longer, or all memory. */
const MOST_MILLIS = 5000;

test.each(smallFiles)('$contentType, $name: refused', async ({ bytes, contentType, refusal }) => {
  const file = { bytes: bytes(), contentType };
  const began = performance.now();
  const error: FarmError = await readTable(file, { encoding: undefined, sheet: undefined }).then(
    () => {
      throw new Error('it was read');
    },
    (reason) => reason,
  );
  expect(`${error.status} ${error.issues?.[0]?.code ?? error.code}`).toBe(refusal);
  expect(performance.now() - began).toBeLessThan(MOST_MILLIS);
});
