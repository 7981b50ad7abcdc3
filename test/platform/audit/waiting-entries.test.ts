import { expect, test } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import { createWaitingEntries } from '../../../src/platform/audit/audit-writer.ts';
import type { AuditEntry } from '../../../src/storage/system/audit-log.ts';

const anEntry = (values: Partial<AuditEntry> = {}): AuditEntry => ({
  id: 'audit_1',
  at: '2026-11-02T08:30:00.000Z',
  orgId: 'org_1',
  keyId: 'key_1',
  method: 'GET',
  route: '/v1/platform/tasks',
  resource: 'tasks',
  rowId: 'task_1',
  farmId: 'farm_1',
  status: 200,
  code: null,
  durationMs: 1,
  ip: '127.0.0.1',
  requestId: 'req_1',
  calls: 1,
  ...values,
});

test('entries are returned unchanged, in the order they were added', () => {
  const waiting = createWaitingEntries();
  const entries = ['a', 'b', 'c'].map((id) => anEntry({ id }));
  for (const entry of entries) waiting.add(entry);
  expect(waiting.take(2)).toEqual(entries.slice(0, 2));
  expect(waiting.take(2)).toEqual(entries.slice(2));
  expect(waiting.take(2)).toEqual([]);
});

test('entries that could not be written are written first next time', () => {
  const waiting = createWaitingEntries();
  waiting.add(anEntry({ id: 'a' }));
  const firstBatch = waiting.take(1);
  waiting.add(anEntry({ id: 'b' }));
  waiting.putBack(firstBatch);
  expect(waiting.take(9).map(({ id }) => id)).toEqual(['a', 'b']);
});

test('unauthenticated callers of one address with the same rejection share an entry that counts them', () => {
  const waiting = createWaitingEntries();
  for (const ip of ['10.0.0.1', '10.0.0.2', '10.0.0.1']) {
    waiting.fold(anEntry({ keyId: null, status: 401, ip }));
  }
  expect(waiting.take(9).map(({ ip, calls }) => [ip, calls])).toEqual([
    ['10.0.0.1', 2],
    ['10.0.0.2', 1],
  ]);
});

test('beyond the limit equal calls of a key share an entry, and all are counted', () => {
  const waiting = createWaitingEntries();
  for (let index = 0; index < limits.auditEntriesWaiting; index++) waiting.add(anEntry());
  for (const rowId of ['task_2', 'task_3', 'task_4']) waiting.add(anEntry({ rowId }));
  waiting.add(anEntry({ keyId: 'key_2' }));
  expect(waiting.calls()).toBe(limits.auditEntriesWaiting + 4);
  waiting.take(limits.auditEntriesWaiting);
  expect(waiting.take(9).map(({ keyId, rowId, calls }) => [keyId, rowId, calls])).toEqual([
    ['key_1', null, 3],
    ['key_2', null, 1],
  ]);
});

test('a flood from many addresses uses bounded memory, and every call is counted', () => {
  const waiting = createWaitingEntries();
  for (let index = 0; index < 10_000; index++) {
    waiting.fold(anEntry({ keyId: null, status: index % 2 ? 401 : 404, ip: `address ${index}` }));
  }
  expect(waiting.calls()).toBe(10_000);
  const entries = waiting.take(20_000);
  expect(entries).toHaveLength(2002);
  expect(
    entries.slice(-2).map(({ route, ip, status, calls }) => [route, ip, status, calls]),
  ).toEqual([
    ['(various)', '(various)', 404, 4000],
    ['(various)', '(various)', 401, 4000],
  ]);
});
