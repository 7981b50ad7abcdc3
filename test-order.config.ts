import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Tests that start programs or a browser, and the evaluation of questions: they take the longest, and
 * one of them begun last would leave the other workers idle.
 */
const LONG = /^\/test\/((acceptance|console)\/|ask\/evaluation)/;

/** The order of vitest, with the tests that take the longest first. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return longFirst(await super.sort(files), this.ctx.config.root);
  }
}

/**
 * Files in random order, so that tests which depend on others are found; the seed is printed. To
 * repeat an order: `TEST_ORDER_SEED=… npm test`.
 */
export class RandomOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    this.ctx.logger.log(`Order of the test files: TEST_ORDER_SEED=${sequence.seed}\n`);
    const placeOf = ({ moduleId }: TestSpecification): string =>
      createHash('sha256')
        .update(`${sequence.seed}${moduleId.slice(root.length)}`)
        .digest('hex');
    const shuffled = files
      .map((file) => ({ file, place: placeOf(file) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ file }) => file);
    return longFirst(shuffled, root);
  }
}

function longFirst(files: readonly TestSpecification[], root: string): TestSpecification[] {
  const isLong = ({ moduleId }: TestSpecification) => LONG.test(moduleId.slice(root.length));
  return [...files.filter(isLong), ...files.filter((file) => !isLong(file))];
}
