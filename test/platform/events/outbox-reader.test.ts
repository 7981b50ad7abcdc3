import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openOutboxReader } from '../../../src/platform/events/watch-outbox.ts';
import type { Connection, Database, Transaction } from '../../../src/storage/core/database.ts';
import { forgetEvents, insertEvents } from '../../../src/storage/webhooks/outbox.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';

let database: Database;

async function insert(connection: Connection, id: string): Promise<number> {
  const [inserted] = await insertEvents(connection, [
    {
      id,
      event: 'task.created',
      orgId: 'org_1',
      farmId: 'farm_1',
      resource: 'tasks',
      rowId: 'task_1',
      createdAt: '2026-11-02T08:30:00.000Z',
      body: '{}',
    },
  ]);
  return inserted?.sequence ?? 0;
}

/** A transaction that is open until it is told how to end. */
async function openTransaction() {
  let onBegin: (transaction: Transaction) => void = () => {};
  let end: (error?: Error) => void = () => {};
  const started = new Promise<Transaction>((resolve) => {
    onBegin = resolve;
  });
  const work = new Promise<void>((resolve, reject) => {
    end = (error) => (error ? reject(error) : resolve());
  });
  const finished = database
    .transaction(async (transaction) => {
      onBegin(transaction);
      await work;
    })
    .catch(() => {});
  return {
    transaction: await started,
    async commit() {
      end();
      await finished;
    },
    async rollBack() {
      end(new Error('given up'));
      await finished;
    },
  };
}

async function ids(reader: Awaited<ReturnType<typeof openOutboxReader>>) {
  const { events, next } = await reader.read();
  return [events.map(({ id }) => id), next];
}

describe.each(DATABASES)('%s: the reader of the outbox', (name) => {
  beforeEach(async () => {
    database = await openTestDatabase(name);
  });
  afterEach(() => database.close());

  test('returns events after its start, each once and in order', async () => {
    await insert(database, 'evt_1');
    const reader = await openOutboxReader(database);
    expect(reader.position).toBe(1);
    expect(await ids(reader)).toEqual([[], 'later']);
    await insert(database, 'evt_2');
    await insert(database, 'evt_3');
    expect(await ids(reader)).toEqual([['evt_2', 'evt_3'], 'later']);
    expect(await ids(reader)).toEqual([[], 'later']);
    expect(reader.position).toBe(3);
  });

  test('skips numbers that are missing because they were deleted', async () => {
    const reader = await openOutboxReader(database);
    await insert(database, 'evt_1');
    await insert(database, 'evt_2');
    await forgetEvents(database, '2026-12-02T08:30:00.000Z', 1);
    expect(await ids(reader)).toEqual([[], 'more']);
    expect(await ids(reader)).toEqual([['evt_2'], 'later']);
  });

  test('reads thousands in batches', async () => {
    const reader = await openOutboxReader(database);
    await database.transaction(async (transaction) => {
      for (let count = 0; count < 501; count++) await insert(transaction, `evt_${count}`);
    });
    const first = await reader.read();
    const second = await reader.read();
    expect([first.events.length, first.next]).toEqual([500, 'more']);
    expect([second.events.length, second.next]).toEqual([1, 'later']);
  });
});

describe('postgres: while transactions overlap, the reader', () => {
  beforeEach(async () => {
    database = await openTestDatabase('postgres');
  });
  afterEach(() => database.close());

  test('waits for a lower number that commits after a higher one', async () => {
    const reader = await openOutboxReader(database);
    const slow = await openTransaction();
    const quick = await openTransaction();
    expect(await insert(slow.transaction, 'evt_slow')).toBe(1);
    expect(await insert(quick.transaction, 'evt_quick')).toBe(2);
    await quick.commit();
    expect(await ids(reader)).toEqual([[], 'soon']);
    expect(await ids(reader)).toEqual([[], 'soon']);
    await slow.commit();
    expect(await ids(reader)).toEqual([['evt_slow', 'evt_quick'], 'later']);
  });

  test('continues without a number that was rolled back', async () => {
    const reader = await openOutboxReader(database);
    const slow = await openTransaction();
    await insert(slow.transaction, 'evt_lost');
    await insert(database, 'evt_quick');
    expect(await ids(reader)).toEqual([[], 'soon']);
    await slow.rollBack();
    expect(await ids(reader)).toEqual([['evt_quick'], 'later']);
  });

  test('waits for the missing number, not for those that begin later', async () => {
    const reader = await openOutboxReader(database);
    const slow = await openTransaction();
    await insert(slow.transaction, 'evt_lost');
    await insert(database, 'evt_2');
    expect(await ids(reader)).toEqual([[], 'soon']);
    const later = await openTransaction();
    await insert(later.transaction, 'evt_3');
    await insert(database, 'evt_4');
    await slow.rollBack();
    expect(await ids(reader)).toEqual([['evt_2'], 'soon']);
    await later.commit();
    expect(await ids(reader)).toEqual([['evt_3', 'evt_4'], 'later']);
  });

  test('the reader also waits for a number taken in a savepoint while transactions overlap', async () => {
    const reader = await openOutboxReader(database);
    const slow = await openTransaction();
    await slow.transaction.savepoint(() => insert(slow.transaction, 'evt_inner'));
    await insert(database, 'evt_quick');
    expect(await ids(reader)).toEqual([[], 'soon']);
    await slow.commit();
    expect(await ids(reader)).toEqual([['evt_inner', 'evt_quick'], 'later']);
  });

  test('starts only when nothing can appear before its start', async () => {
    const slow = await openTransaction();
    await insert(slow.transaction, 'evt_slow');
    await insert(database, 'evt_quick');
    let isOpen = false;
    const opening = openOutboxReader(database).then((reader) => {
      isOpen = true;
      return reader;
    });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(isOpen).toBe(false);
    await slow.commit();
    expect((await opening).position).toBe(2);
  });

  test('misses nothing from many writers, some of which roll back', async () => {
    const reader = await openOutboxReader(database);
    const stored: string[] = [];
    const writers = Array.from({ length: 120 }, async (_, count) => {
      const id = `evt_${count}`;
      await new Promise((resolve) => setTimeout(resolve, (count * 7) % 40));
      await database
        .transaction(async (transaction) => {
          await insert(transaction, id);
          await transaction.all({
            sql: '',
            text: `select pg_sleep(${(count % 5) / 100})`,
            values: [],
          });
          if (count % 6 === 0) throw new Error('given up');
        })
        .then(() => stored.push(id))
        .catch(() => {});
    });
    const read: { readonly id: string; readonly sequence: number }[] = [];
    let isOver = false;
    const all = Promise.all(writers).then(() => {
      isOver = true;
    });
    for (;;) {
      const isLast = isOver;
      const { events, next } = await reader.read();
      read.push(...events);
      if (isLast && next === 'later') break;
      await new Promise((resolve) => setTimeout(resolve, 3));
    }
    await all;
    expect(read.map(({ id }) => id).sort()).toEqual([...stored].sort());
    const sequences = read.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((one, other) => one - other));
  });
});
