import { createHash } from 'node:crypto';
import { FarmError } from '../../model/errors.ts';
import { limits } from '../../model/limits.ts';
import type { Connection, Transaction } from '../../storage/database.ts';
import { findKeptAnswer, keepAnswer } from '../../storage/system/idempotency.ts';
import { formatInstant } from '../../tools/calendar.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

/**
 * What an import with an Idempotency-Key has done already. Each part is kept in the transaction that
 * wrote its rows, so that the same request sent again goes on behind the last one, after a crash too.
 */
export interface KeptParts {
  /** What came of the rows of a part, where they are written. */
  find(connection: Connection, index: number): Promise<string | undefined>;
  /** Throws `conflict` while the same import writes elsewhere. */
  hold(transaction: Transaction, index: number): Promise<void>;
  keep(transaction: Transaction, index: number, body: string): Promise<void>;
}

const HOUR_MILLIS = 3_600_000;

const NONE: KeptParts = {
  find: async () => undefined,
  hold: async () => {},
  keep: async () => {},
};

/** The parts of the import of a call; none are kept without a key. */
export function keptPartsOf(runtime: Pick<Runtime, 'clock'>, call: Call): KeptParts {
  const { idempotency, actor } = call;
  if (!idempotency) return NONE;
  const { key, requestHash } = idempotency;
  const { keyId } = actor;
  const digest = createHash('sha256').update(key).digest('base64url');
  const nameOf = (index: number) => `import ${digest} ${index}`;
  return {
    async find(connection, index) {
      const since = formatInstant(runtime.clock.now() - limits.idempotencyHours * HOUR_MILLIS);
      const kept = await findKeptAnswer(connection, {
        keyId,
        idempotencyKey: nameOf(index),
        since,
      });
      if (kept && kept.requestHash !== requestHash) throw reusedKey();
      return kept?.body;
    },
    async hold(transaction, index) {
      if (await transaction.tryLock(`idempotency ${keyId} ${nameOf(index)}`)) return;
      throw new FarmError('conflict', { code: 'idempotency_in_flight' });
    },
    keep: (transaction, index, body) =>
      keepAnswer(transaction, {
        keyId,
        idempotencyKey: nameOf(index),
        requestHash,
        status: 200,
        headers: {},
        body,
        createdAt: formatInstant(runtime.clock.now()),
      }),
  };
}

function reusedKey(): FarmError {
  return new FarmError('action_refused', {
    code: 'idempotency_key_reused',
    message: 'This Idempotency-Key was used for another request; send a new one.',
  });
}
