import { expect, test } from 'vitest';
import { reference } from '../../src/model/core/fields.ts';
import { missingReference } from '../../src/model/validation/field-values.ts';

test.each([
  ['barns', 'barnId "x_1" is not a barn the key may see.'],
  ['alerts', 'barnId "x_1" is not an alert the key may see.'],
  ['users', 'barnId "x_1" is not a user the key may see.'],
  ['env-readings', 'barnId "x_1" is not an environment reading the key may see.'],
])('an id without a row of %s is rejected', (to, message) => {
  expect(missingReference('barnId', reference(to), 'x_1')).toEqual({
    path: 'barnId',
    code: 'not_found',
    message,
  });
});
