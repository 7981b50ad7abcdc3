import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readVisionEvent } from '../../src/model/validation/row-rules.ts';

const context = { zone: 'Asia/Jerusalem' };
const event = { source: 'cam-1', kind: 'weight', value: 1012 };

function issuesOf(more: Readonly<Record<string, unknown>>) {
  const { issues = [] } = readVisionEvent({ ...event, ...more }, context);
  return issues.map(({ path, code }) => [path, code]);
}

test('a stored event is parsed unchanged', () => {
  const sent = {
    ...event,
    kind: 'weighing',
    ts: '2026-11-21T09:00:00+02:00',
    meta: { n: 3 },
    other: 1,
  };
  expect(readVisionEvent(sent, context)).toEqual({
    values: {
      source: 'cam-1',
      kind: 'weight',
      value: 1012,
      ts: '2026-11-21T07:00:00.000Z',
      meta: { n: 3 },
    },
  });
});

test.each([
  ['an event of only a source and a kind', { value: null }, []],
  ['a device instead of the source', { source: null, deviceId: 'device_1' }, []],
  ['neither source nor device', { source: ' ' }, [['source', 'required']]],
  ['no kind', { kind: null }, [['kind', 'required']]],
  ['an unknown kind', { kind: 'sound' }, [['kind', 'not_allowed']]],
  ['a confidence above 1', { confidence: 1.01 }, [['confidence', 'too_large']]],
  ['a weight below that of a bird', { value: 19 }, [['value', 'too_small']]],
  [
    'an activity above 1',
    { kind: 'behavior', unit: 'activity', value: 2 },
    [['value', 'too_large']],
  ],
  ['a time in a distant year', { ts: '2001-01-01T00:00:00Z' }, []],
  ['a time without its offset', { ts: '2026-11-21 08:00' }, []],
  ['a value given as text', { value: '1012.5' }, []],
  ['meta that is a list', { meta: [[1, 2, 3, 4], null] }, []],
  ['meta that is a text', { meta: 'blurred' }, []],
  [
    'meta nested too deep',
    { meta: JSON.parse('['.repeat(11) + ']'.repeat(11)) },
    [['meta', 'too_deep']],
  ],
  [
    'several errors',
    { kind: 'sound', value: 'x' },
    [
      ['kind', 'not_allowed'],
      ['value', 'wrong_type'],
    ],
  ],
])('%s', (_what, more, issues) => {
  expect(issuesOf(more)).toEqual(issues);
});

test('input other than an object is rejected as a whole', () => {
  expect(readVisionEvent([event], context)).toEqual({
    issues: [
      { path: 'body', code: 'wrong_type', message: 'body must be a JSON object of fields.' },
    ],
  });
});

test('earlier events do not affect the next', () => {
  const values = [1012, '1012', 0, -0, -1, '', ' ', null, 'cam-1', ' cam-1 ', true, {}, [1]];
  const field = fc.constantFrom(...values, 'weight', 'Weighing', '2026-11-21T09:00:00+02:00');
  const names = ['source', 'deviceId', 'kind', 'value', 'unit', 'confidence', 'ts', 'meta'];
  const events = fc.array(
    fc.record(Object.fromEntries(names.map((name) => [name, field])), { requiredKeys: [] }),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(events, (sent) => {
      const shared = { ...context, known: new Map() };
      for (const one of sent) {
        // As it is stored: JSON does not know 0 from -0.
        const read = JSON.stringify(readVisionEvent(one, shared));
        expect(read).toBe(JSON.stringify(readVisionEvent(one, context)));
      }
    }),
  );
});
