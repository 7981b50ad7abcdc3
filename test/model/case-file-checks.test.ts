import { expect, test } from 'vitest';
import {
  CASE_FILE_FORMAT,
  caseFileHash,
  caseFileText,
  contentFault,
  rowDifferences,
} from '../../src/model/case-file.ts';

const head = {
  id: 'casefile_1',
  number: 1,
  farmId: 'farm_1',
  flockId: 'flock_1',
  title: 'Flock 1',
  sealedAt: '2026-12-20T09:00:00.000Z',
  sealedBy: { type: 'key', id: 'key_1' },
  previousHash: '0'.repeat(64),
};
const text = caseFileText({ format: CASE_FILE_FORMAT, caseFile: head, rows: { flocks: [] } });
const claimed = { ...head, hash: caseFileHash(text) };

test('content that matches its header and hash is intact', () => {
  expect(contentFault(text, claimed)).toBeNull();
});

const spaced = text.replace('{', '{ ');

test.each([
  ['another hash', text, { ...claimed, hash: '0'.repeat(64) }, 'hash_differs'],
  ['another title', text, { ...claimed, title: 'Flock 2' }, 'head_differs'],
  ['another position', text, { ...claimed, number: 2 }, 'head_differs'],
  ['another serialisation', spaced, { ...claimed, hash: caseFileHash(spaced) }, 'not_canonical'],
  ['no content', '{}', { ...claimed, hash: caseFileHash('{}') }, 'not_readable'],
  ['invalid JSON', 'x', { ...claimed, hash: caseFileHash('x') }, 'not_readable'],
])('%s is detected', (_, content, claims, fault) => {
  expect(contentFault(content, claims)).toBe(fault);
});

test('rows differ by their fields, whatever the order of these', () => {
  const sealed = {
    sales: [
      { id: 'a', kg: 1, note: null },
      { id: 'b', kg: 2 },
      { id: 'c', tags: ['x'] },
    ],
  };
  const today = {
    sales: [{ note: null, kg: 1, id: 'a' }, { id: 'c', tags: ['y'], kg: 3 }, { id: 'd' }],
    events: [{ id: 'e' }],
  };
  expect(rowDifferences(sealed, today)).toEqual([
    { resource: 'events', id: 'e', change: 'added', fields: [] },
    { resource: 'sales', id: 'b', change: 'missing', fields: [] },
    { resource: 'sales', id: 'c', change: 'changed', fields: ['kg', 'tags'] },
    { resource: 'sales', id: 'd', change: 'added', fields: [] },
  ]);
});
