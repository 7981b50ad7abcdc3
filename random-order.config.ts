import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Files in random order, so that tests which depend on others are found; the seed is printed.
 * Those that start programs come first: they take the longest, and one of them begun last would
 * leave the other workers idle. To repeat an order: `TEST_ORDER_SEED=… npm test`.
 */
export class RandomOrder extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { root, sequence } = this.ctx.config;
    this.ctx.logger.log(`Order of the test files: TEST_ORDER_SEED=${sequence.seed}\n`);
    const placeOf = ({ moduleId }: TestSpecification): string => {
      const name = moduleId.slice(root.length);
      const isLong = /^\/test\/(acceptance|console)\//.test(name);
      return `${isLong ? 0 : 1} ${createHash('sha256').update(`${sequence.seed}${name}`).digest('hex')}`;
    };
    return files
      .map((file) => ({ file, place: placeOf(file) }))
      .sort((one, other) => (one.place < other.place ? -1 : 1))
      .map(({ file }) => file);
  }
}
