import { describe, expect, test } from 'vitest';
import { createFaultBook, parseFault } from '../../src/mock/faults.ts';

describe('a rule', () => {
  test.each([
    ['POST /tasks 503 20%', { method: 'POST', path: '/tasks', share: 0.2, status: 503 }],
    ['503', { method: undefined, path: undefined, share: 1, status: 503 }],
    ['latency=200ms', { waitMillis: 200, share: 1 }],
    [
      'get /flocks latency=1.5s 429',
      { method: 'GET', path: '/flocks', waitMillis: 1500, status: 429 },
    ],
    ['drop-after-commit 0%', { share: 0, dropsAnswer: true }],
  ])('%s states what happens to whom and how often', (text, expected) => {
    const { method, path, share, fault } = parseFault(text);
    expect({ method, path, share, ...fault }).toMatchObject(expected);
  });

  test.each(['', 'POST /tasks', '20%', 'sometimes', '/tasks 299', 'latency=fast', '503 503x'])(
    '%j is invalid and rejected with an example',
    (text) => {
      expect(() => parseFault(text)).toThrow("write for example 'POST /tasks 503 20%'");
    },
  );
});

describe('a book of rules', () => {
  const request = { method: 'POST', path: '/tasks', prefer: undefined };

  test('matches the requests of a rule, at its share', () => {
    const draws = [0.19, 0.2, 0.1];
    const book = createFaultBook(['POST /tasks 503 20%'], () => draws.shift() ?? 1);
    expect(book.choose({ ...request, method: 'GET' })).toBeUndefined();
    expect(book.choose({ ...request, path: '/tasks-other' })).toBeUndefined();
    expect(book.choose(request)?.status).toBe(503);
    expect(book.choose(request)).toBeUndefined();
    expect(book.choose({ ...request, path: '/tasks/task_1' })?.status).toBe(503);
  });

  test.each([
    ['code=503, wait=2', { status: 503, waitMillis: 2000 }],
    ['wait=1', { waitMillis: 1000 }],
    ['respond-async', undefined],
    ['code=299', undefined],
  ])('a request that prefers %s gets it', (prefer, expected) => {
    const fault = createFaultBook([], () => 1).choose({ ...request, prefer });
    if (expected === undefined) expect(fault).toBeUndefined();
    else expect(fault).toMatchObject(expected);
  });

  test('rules can be added and cleared', () => {
    const book = createFaultBook([], () => 0);
    book.add('500');
    expect(book.list()).toEqual(['500']);
    book.clear();
    expect(book.choose(request)).toBeUndefined();
  });
});
