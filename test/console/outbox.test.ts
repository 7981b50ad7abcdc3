import { beforeEach, describe, expect, test } from 'vitest';
import { differences, overwrite } from '../../src/console/offline/conflict.ts';
import {
  Outbox,
  type OutboxCall,
  type OutboxDraft,
  type OutboxEntry,
  type OutboxStore,
} from '../../src/console/offline/outbox.ts';
import { FarmError } from '../../src/model/core/errors.ts';

/** Entries in memory: what a device holds while its windows come and go. */
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

/** A service that remembers what it answered to each key, as the real one does. */
class Service {
  readonly answered = new Set<string>();
  readonly stored: unknown[] = [];
  readonly asked: string[] = [];
  /** What the next requests meet, the first of them first. */
  fate: ('unreachable' | 'lostAnswer' | FarmError)[] = [];

  async send({ id, call }: OutboxEntry) {
    this.asked.push(id);
    const fate = this.fate.shift();
    if (fate === 'unreachable') throw new NoNetwork();
    if (fate instanceof FarmError) throw fate;
    if (!this.answered.has(id)) this.stored.push(call.body['n']);
    this.answered.add(id);
    if (fate === 'lostAnswer') throw new NoNetwork();
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
    send: (entry) => service.send(entry),
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
  test('sends what was written, in order', async () => {
    const outbox = openWindow();
    for (const n of [1, 2, 3]) await outbox.add(ANNA, write(n));
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.stored).toEqual([1, 2, 3]);
    expect(await outbox.list(ANNA)).toEqual([]);
  });

  test('keeps everything while the service is not reached, also after the window was closed', async () => {
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

  test('writes once where a window sent it before, and lost the answer', async () => {
    service.fate = ['lostAnswer'];
    await expect(service.send(entryOf('sent-already'))).rejects.toThrow(NoNetwork);
    const outbox = openWindow();
    await outbox.add(ANNA, { ...write(1), id: 'sent-already' });
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.asked).toEqual(['sent-already', 'sent-already']);
    expect(service.stored).toEqual([1]);
  });

  test('forgets the entries of one person', async () => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1));
    await outbox.add('user_ben', write(2));
    await outbox.forget(ANNA);
    expect((await outbox.all()).map(({ userId, title }) => [userId, title])).toEqual([
      ['user_ben', 'Write 2'],
    ]);
  });

  test('writes once where the answer was lost', async () => {
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
  ] as const)('asks about %s and goes on with other records', async (error, kind) => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1, 'barn 1'));
    await outbox.add(ANNA, write(2, 'barn 1'));
    await outbox.add(ANNA, write(3, 'barn 2'));
    // The second takes no place of the first: that one has no problem yet.
    service.fate = [error];
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.stored).toEqual([3]);
    const [asked, held] = await outbox.list(ANNA);
    expect(asked?.problem?.kind).toBe(kind);
    expect(held?.problem).toBeUndefined();
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.asked).toHaveLength(2);
    await outbox.decide(asked?.id ?? '', 'drop');
    await outbox.flush(ANNA);
    expect(service.stored).toEqual([3, 2]);
  });

  test('sends a decision as a request of its own, in the place of the first', async () => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1, 'barn 1'));
    await outbox.add(ANNA, write(2, 'barn 1'));
    service.fate = [refusal('implausible')];
    await outbox.flush(ANNA);
    const [asked] = await outbox.list(ANNA);
    const { call = write(1).call, id = '' } = asked ?? {};
    await outbox.decide(id, { ...call, isStrict: false });
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.stored).toEqual([1, 2]);
    expect(new Set(service.asked).size).toBe(3);
    // Decided twice, as from two windows: nothing happens.
    await outbox.decide(id, call);
    expect(await outbox.list(ANNA)).toEqual([]);
  });

  test('takes a correction in place of what was refused', async () => {
    const outbox = openWindow();
    await outbox.add(ANNA, write(1, 'barn 1'));
    service.fate = [refusal('too_large')];
    await outbox.flush(ANNA);
    await outbox.add(ANNA, write(2, 'barn 1'));
    expect((await outbox.list(ANNA)).map(({ title }) => title)).toEqual(['Write 2']);
    await outbox.flush(ANNA);
    expect(service.stored).toEqual([2]);
  });

  test('holds entries of another format back instead of sending or losing them', async () => {
    const outbox = openWindow();
    const entry = await outbox.add(ANNA, write(1));
    device.entries.set(entry.id, { ...entry, format: 2 as 1 });
    expect(await outbox.flush(ANNA)).toBe('sent');
    expect(service.asked).toEqual([]);
    expect(await outbox.list(ANNA)).toHaveLength(1);
  });

  test('sends what is added while it sends, and tells its listeners', async () => {
    const outbox = openWindow();
    let told = 0;
    const end = outbox.subscribe(() => {
      told += 1;
    });
    await outbox.add(ANNA, write(1));
    const { send } = service;
    service.send = async (entry) => {
      if (service.asked.length === 0) await outbox.add(ANNA, write(2));
      return send.call(service, entry);
    };
    await outbox.flush(ANNA);
    expect(service.stored).toEqual([1, 2]);
    expect(told).toBe(4);
    end();
    await outbox.add(ANNA, write(3));
    expect(told).toBe(4);
  });
});

describe('a change of a record that somebody else has changed', () => {
  const call: OutboxCall = {
    method: 'PATCH',
    path: '/tasks/task_1',
    body: { status: 'done', notes: 'Twice' },
    version: 3,
  };
  const stored = { id: 'task_1', version: 5, status: 'blocked', notes: 'Twice' };

  test('differs in the fields of which both have other values', () => {
    expect(differences(call.body, stored)).toEqual([
      { field: 'status', mine: 'done', theirs: 'blocked' },
    ]);
  });

  test('is put in the place of the other with these fields alone', () => {
    expect(overwrite(call, stored)).toEqual({
      method: 'PATCH',
      path: '/tasks/task_1',
      body: { status: 'done' },
      version: 5,
    });
  });
});
