import {
  forgetModelQuestions,
  releaseModelQuestion,
  reserveModelQuestion,
} from '../../../storage/system/model-questions.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import type { Runtime } from '../../runtime.ts';
import type { ModelQuota } from './model-desk.ts';

/** The day of any farm is over by then. */
const KEPT_MILLIS = 48 * 3_600_000;

/** The quota of a key for the day that began at an instant; all instances share it. */
export function createModelQuota(
  { database, clock, ids }: Pick<Runtime, 'database' | 'clock' | 'ids'>,
  { keyId, since }: { readonly keyId: string; readonly since: string },
): ModelQuota {
  return {
    async reserve(most) {
      const now = clock.now();
      const id = ids.create('question');
      const isReserved = await database.transaction(async (transaction) => {
        const before = formatInstant(now - KEPT_MILLIS);
        await forgetModelQuestions(transaction, { keyId, before });
        const question = { id, keyId, at: formatInstant(now) };
        return reserveModelQuestion(transaction, question, { since, most });
      });
      return isReserved ? () => releaseModelQuestion(database, id) : undefined;
    },
  };
}
