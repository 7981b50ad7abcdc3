import { expect, test } from 'vitest';
import { findScheduleFault } from '../../../src/server/backup/backup-file.ts';

test.each(['0 3 * * *', '30 0 3 * * *', '*/5 * * * *', '30 2 * * 1-5', '0 0 1 * *'])(
  '"%s" is a valid time',
  (at) => {
    expect(findScheduleFault(at)).toBeUndefined();
  },
);

test.each(['', 'at three', '61 3 * * *', '0 3 * *', '0 0 0 3 * * *', '0 0 30 2 *'])(
  '"%s" is not a valid time',
  (at) => {
    expect(findScheduleFault(at)).toEqual(expect.any(String));
  },
);
