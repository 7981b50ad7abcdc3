import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../src/storage/core/database.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';

for (const name of DATABASES) {
  describe(`${name}: transactions`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
    });
    afterAll(() => database.close());

    const insert = (id: string) =>
      sql`insert into organisations (id, name, timezone, language, created_at)
        values (${id}, ${id}, 'UTC', 'en', '2026-11-01T00:00:00.000Z')`;
    const idsLike = async (prefix: string) =>
      (
        await database.all<{ id: string }>(
          sql`select id from organisations where id like ${`${prefix}%`} order by id`,
        )
      ).map(({ id }) => id);

    test('writes are visible when the transaction resolves', async () => {
      await database.transaction((transaction) => transaction.run(insert('kept')));
      expect(await idsLike('kept')).toEqual(['kept']);
    });

    test('a transaction that throws stores nothing, and its error is rethrown', async () => {
      const failing = database.transaction(async (transaction) => {
        await transaction.run(insert('lost'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      expect(await idsLike('lost')).toEqual([]);
    });

    test('a savepoint that throws rolls back only its part', async () => {
      await database.transaction(async (transaction) => {
        await transaction.run(insert('outer'));
        await transaction
          .savepoint(async () => {
            await transaction.run(insert('outer-inner'));
            throw new Error('inner');
          })
          .catch(() => undefined);
      });
      expect(await idsLike('outer')).toEqual(['outer']);
    });

    test('concurrent transactions are independent of each other', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, (_, index) =>
          database.transaction(async (transaction) => {
            await transaction.run(insert(`together-${String(index).padStart(2, '0')}`));
            if (index % 2 === 1) throw new Error('odd');
          }),
        ),
      );
      expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
        Array.from({ length: 20 }, (_, index) => index % 2 === 0),
      );
      expect(await idsLike('together')).toEqual(
        Array.from({ length: 10 }, (_, index) => `together-${String(index * 2).padStart(2, '0')}`),
      );
    });

    test('an after-commit action runs once the commit is durable, and never after a rollback', async () => {
      const ran: string[] = [];
      await database.transaction(async (transaction) => {
        transaction.afterCommit(() => ran.push('committed'));
        expect(ran).toEqual([]);
      });
      await database
        .transaction(async (transaction) => {
          transaction.afterCommit(() => ran.push('undone'));
          throw new Error('no');
        })
        .catch(() => undefined);
      expect(ran).toEqual(['committed']);
    });

    test('the audit log cannot be changed or deleted', async () => {
      await database.run(sql`
        insert into audit_log (id, at, method, route, status, duration_ms, ip, request_id, calls)
        values ('a1', '2026-11-01T00:00:00.000Z', 'GET', '/x', 200, 1.5, '::1', 'r', 1)`);
      await expect(database.run(sql`delete from audit_log`)).rejects.toThrow('append-only');
      await expect(database.run(sql`update audit_log set status = 500`)).rejects.toThrow(
        'append-only',
      );
    });
  });
}
