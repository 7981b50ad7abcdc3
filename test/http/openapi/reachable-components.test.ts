import { expect, test } from 'vitest';
import { reachableComponents } from '../../../src/http/openapi/shared-components.ts';

const pool = {
  schemas: {
    A: { type: 'object', properties: { b: { $ref: '#/components/schemas/B' } } },
    B: { type: 'array', items: { $ref: '#/components/schemas/B' } },
    C: { type: 'string' },
  },
};

test('referenced components are included, directly or transitively, and others are not', () => {
  expect(reachableComponents({ schema: { $ref: '#/components/schemas/A' } }, pool)).toEqual({
    schemas: { A: pool.schemas.A, B: pool.schemas.B },
  });
});

test('a reference inside the value of an example is data', () => {
  const part = { examples: { one: { value: { $ref: '#/components/schemas/C' } } } };
  expect(reachableComponents(part, pool)).toEqual({ schemas: {} });
});

test('a dangling reference is an error', () => {
  expect(() => reachableComponents({ $ref: '#/components/schemas/D' }, pool)).toThrow(
    'There is no component #/components/schemas/D.',
  );
});
