import { beforeEach, describe, expect, test } from 'vitest';
import { newest } from '../../src/console/features/log/log-entry.ts';
import { differences, overwrite, rebaseOnSent } from '../../src/console/offline/conflict.ts';
import {
  Outbox,
  type OutboxCall,
  type OutboxDraft,
  type OutboxEntry,
  type OutboxStore,
  type SentRecord,
} from '../../src/console/offline/outbox.ts';
import { FarmError } from '../../src/model/core/errors.ts';
import type { Row } from '../../src/model/resources/registry.ts';

/** Entries in memory: the storage of a device while its windows open and close. */
class Device implements OutboxStore {
  readonly entries = new Map<string, OutboxEntry>();
  async all() {
    return [...this.entries.values()].toReversed();
  }
  async put(entry: OutboxEntry) {
    this.entries.set(entry.id, entry);
  }
  async replace(id: string, entry: OutboxEntry) {
    this.entries.delete(id);
    this.entries.set(entry.id, entry);
  }
  async remove(id: string) {
    this.entries.delete(id);
  }
}

/** A service that remembers its response to each key, like the real one. */
class Service {
  readonly answered = new Set<string>();
  readonly stored: unknown[] = [];
  readonly asked: string[] = [];
  /** The responses to the next requests, in order. */
  fate: ('unreachable' | 'lostAnswer' | FarmError)[] = [];

  /** The version of the record before each request, as far as its writer knows it. */
  readonly known: (number | undefined)[] = [];

  async send({ id, call }: OutboxEntry, known?: SentRecord): Promise<SentRecord> {
    this.asked.push(id);
    this.known.push(known?.version);
    const fate = this.fate.shift();
    if (fate === 'unreachable') throw new NoNetwork();
    if (fate instanceof FarmError) throw fate;
    if (!this.answered.has(id)) this.stored.push(call.body['n']);
    this.answered.add(id);
    if (fate === 'lostAnswer') throw new NoNetwork();
    return { id: 'log_1', version: (known?.version ?? 0) + 1, n: call.body['n'] };
  }
}

class NoNetwork extends Error {}

const ANNA = 'user_anna';

let device: Device;
let service: Service;
let keys = 0;

function openWindow(): Outbox {
  return new Outbox({
    store: device,
    send: (entry, known) => service.send(entry, known),
    isPassing: (error) =>
      error instanceof NoNetwork || (error instanceof FarmError && error.status >= 500),
    exclusively: (_, work) => work(),
    newId: () => `key-${++keys}`,
    now: () => new Date('2026-11-24T06:00:00Z'),
  });
}

function write(n: number, lane = `lane ${n}`): OutboxDraft {
  return { lane, title: `Write ${n}`, call: { method: 'POST', path: '/daily-logs', body: { n } } };
}

function entryOf(id: string): OutboxEntry {
  const at = '2026-11-24T06:00:00Z';
  return { ...write(1), id, format: 1, userId: ANNA, sequence: 1, createdAt: at, attempts: 0 };
}

function refusal(code: 'duplicate' | 'implausible' | 'too_large'): FarmError {
  return new FarmError('validation_failed', { issues: [{ path: 'date', code, message: code }] });
}

beforeEach(() => {
  device = new Device();
  service = new Service();
  keys = 0;
});

describe('the outbox', () => {
  test('sends entries in order', async () => {
    const outbox = openWindow();
    for (const n of [1, 2, 3]) await outbox.add(ANNA, write(n));
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.stored).toEqual([1, 2, 3]);
    expect(await outbox.list(ANNA)).toEqual([]);
  });

  test('keeps entries while the service is unreachable, also after the window is closed', async () => {
    const first = openWindow();
    await first.add(ANNA, write(1));
    await first.add(ANNA, write(2));
    service.fate = ['unreachable'];
    expect(await first.flush(ANNA)).toBe('later');
    expect(service.asked).toHaveLength(1);
    const second = openWindow();
    expect((await second.list(ANNA)).map(({ title, attempts }) => [title, attempts])).toEqual([
      ['Write 1', 1],
      ['Write 2', 0],
    ]);
    expect(await second.flush(ANNA)).toBe('sent');
    expect(service.stored).toEqual([1, 2]);
  });

  test('writes once when another window sent the entry but lost the response', async () => {
    service.fate = ['lostAnswer'];
    await expect(service.send(entryOf('sent-already'))).rejects.toThrow(NoNetwork);
    const outbox = openWindow();
    await outbox.add(ANNA, { ...write(1), id: 'sent-already' });
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.asked).toEqual(['sent-already', 'sent-already']);
    expect(service.stored).toEqual([1]);
  });

  test('deletes the entries of one person', async () => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1));
    await outbox.add('user_ben', write(2));
    await outbox.forget(ANNA);
    expect((await outbox.all()).map(({ userId, title }) => [userId, title])).toEqual([
      ['user_ben', 'Write 2'],
    ]);
  });

  test('writes once when the response was lost', async () => {
    await openWindow().add(ANNA, write(1));
    service.fate = ['lostAnswer'];
    expect(await openWindow().flush(ANNA)).toBe('later');
    expect(await openWindow().flush(ANNA)).toBe('sent');
    expect(service.asked).toEqual(['key-1', 'key-1']);
    expect(service.stored).toEqual([1]);
  });

  test('waits for the same person to sign in again', async () => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1));
    service.fate = [new FarmError('unauthorized')];
    expect(await outbox.flush(ANNA)).toBe('signedOut');
    expect(await outbox.list('user_ben')).toEqual([]);
    expect(await outbox.flush('user_ben')).toBe('sent');
    expect(service.stored).toEqual([]);
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.stored).toEqual([1]);
  });

  test.each([
    [refusal('duplicate'), 'duplicate'],
    [refusal('implausible'), 'implausible'],
    [refusal('too_large'), 'refused'],
    [new FarmError('precondition_failed'), 'changed'],
    [new FarmError('insufficient_scope'), 'refused'],
  ] as const)('asks about %s and continues with other records', async (error, kind) => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1, 'barn 1'));
    await outbox.add(ANNA, write(2, 'barn 1'));
    await outbox.add(ANNA, write(3, 'barn 2'));
    // The second does not replace the first, which has no problem yet.
    service.fate = [error];
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.stored).toEqual([3]);
    const [requests, held] = await outbox.list(ANNA);
    expect(requests?.problem?.kind).toBe(kind);
    expect(held?.problem).toBeUndefined();
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.asked).toHaveLength(2);
    await outbox.decide(requests?.id ?? '', 'drop');
    await outbox.flush(ANNA);
    expect(service.stored).toEqual([3, 2]);
  });

  test('sends a decision as a new request in place of the first', async () => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1, 'barn 1'));
    await outbox.add(ANNA, write(2, 'barn 1'));
    service.fate = [refusal('implausible')];
    await outbox.flush(ANNA);
    const [requests] = await outbox.list(ANNA);
    const { call = write(1).call, id = '' } = requests ?? {};
    await outbox.decide(id, { ...call, isStrict: false });
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.stored).toEqual([1, 2]);
    expect(new Set(service.asked).size).toBe(3);
    // Decided twice, as from two windows: nothing happens.
    await outbox.decide(id, call);
    expect(await outbox.list(ANNA)).toEqual([]);
  });

  test('replaces a rejected entry with its correction', async () => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1, 'barn 1'));
    service.fate = [refusal('too_large')];
    await outbox.flush(ANNA);
    await outbox.add(ANNA, write(2, 'barn 1'));
    expect((await outbox.list(ANNA)).map(({ title }) => title)).toEqual(['Write 2']);
    await outbox.flush(ANNA);
    expect(service.stored).toEqual([2]);
  });

  test('knows the record after its own writes, until another window sends', async () => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1, 'log of barn 1'));
    await outbox.add(ANNA, write(2, 'log of barn 2'));
    await outbox.flush(ANNA);
    await outbox.add(ANNA, write(3, 'log of barn 1'));
    await outbox.flush(ANNA);
    expect(service.known).toEqual([undefined, undefined, 1]);
    expect(outbox.sent('log of barn 1')).toEqual({ id: 'log_1', version: 2, n: 3 });
    expect(openWindow().sent('log of barn 1')).toBeUndefined();
  });

  test('keeps entries of another format without sending them', async () => {
    const outbox = openWindow();
    const entry = await outbox.add(ANNA, write(1));
    device.entries.set(entry.id, { ...entry, format: 2 as 1 });
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.asked).toEqual([]);
    expect(await outbox.list(ANNA)).toHaveLength(1);
  });

  test('sends entries added while sending, and notifies listeners', async () => {
    const outbox = openWindow();
    let reports = 0;
    const end = outbox.subscribe(() => {
      reports += 1;
    });
    await outbox.add(ANNA, write(1));
    const { send } = service;
    service.send = async (entry: OutboxEntry) => {
      if (service.asked.length === 0) await outbox.add(ANNA, write(2));
      return send.call(service, entry);
    };
    await outbox.flush(ANNA);
    expect(service.stored).toEqual([1, 2]);
    expect(reports).toBe(4);
    end();
    await outbox.add(ANNA, write(3));
    expect(reports).toBe(4);
  });
});

describe('a change of a record that another user has changed', () => {
  const call: OutboxCall = {
    method: 'PATCH',
    path: '/tasks/task_1',
    body: { status: 'done', notes: 'Twice' },
    version: 3,
  };
  const stored = { id: 'task_1', version: 5, status: 'blocked', notes: 'Twice' };

  test('differs in fields with different values on both sides', () => {
    expect(differences(call.body, stored)).toEqual([
      { field: 'status', mine: 'done', theirs: 'blocked' },
    ]);
  });

  test('overwrites only these fields', () => {
    expect(overwrite(call, stored)).toEqual({
      method: 'PATCH',
      path: '/tasks/task_1',
      body: { status: 'done' },
      version: 5,
    });
  });
});

describe('a change of a log just written in this window', () => {
  const known = { id: 'log_1', version: 2, flockId: 'flock_1', mortality: 4, feedKg: 900 };
  const create: OutboxCall = {
    ...{ method: 'POST', path: '/daily-logs', isStrict: true },
    body: { flockId: 'flock_1', mortality: 5 },
  };
  const change: OutboxCall = {
    ...{ method: 'PATCH', path: '/daily-logs/log_1', version: 1 },
    body: { mortality: 5 },
  };

  test('changes that log instead of writing another', () => {
    expect(rebaseOnSent(create, known)).toEqual({
      ...{ method: 'PATCH', path: '/daily-logs/log_1', version: 2, isStrict: true },
      body: { mortality: 5 },
    });
  });

  test('is based on that write, not on the version read before', () => {
    expect(rebaseOnSent(change, known)).toEqual({ ...change, version: 2 });
  });

  test('is asked about when another user has changed the log since', () => {
    expect(rebaseOnSent({ ...change, version: 3 }, known)).toEqual({ ...change, version: 3 });
    expect(rebaseOnSent(change, undefined)).toBe(change);
  });

  test('shows the local values until the log is read again', () => {
    const read = { ...known, version: 3, mortality: 9 } as unknown as Row<'daily-logs'>;
    expect(newest(undefined, known)).toBe(known);
    expect(newest({ ...read, version: 1 }, known)).toBe(known);
    expect(newest(read, known)).toBe(read);
  });
});
