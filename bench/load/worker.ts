import type { Reply } from '../workshop.ts';
import { type JobName, jobs } from './jobs.ts';

interface Request {
  readonly id: number;
  readonly name: JobName;
  readonly input: never;
}

process.on('message', async ({ id, name, input }: Request) => {
  process.send?.(await answerOf(id, () => jobs[name](input)));
});
process.on('disconnect', () => process.exit());

async function answerOf(id: number, work: () => unknown): Promise<Reply> {
  try {
    return { id, answer: await work() };
  } catch (error) {
    return { id, failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}
