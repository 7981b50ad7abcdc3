import fc from 'fast-check';
import { expect, test } from 'vitest';
import { actionToken, isActionToken } from '../../../src/platform/actions/action-plan.ts';

const action = { orgId: 'org_1', actionId: 'action_1', type: 'create_task' };

test('a token is the HMAC-SHA256 of organisation, action and type', () => {
  // printf 'org_1\naction_1\ncreate_task' | openssl dgst -sha256 -hmac secret -binary | base64
  expect(actionToken('secret', action)).toBe('N3oWHvFWVWsNMPJerrLxv18HTQFeiIarYKs0CfYPeWE');
});

test('no other text, action or secret has the same token', () => {
  const token = actionToken('secret', action);
  expect(isActionToken('secret', action, token)).toBe(true);
  expect(isActionToken('other', action, token)).toBe(false);
  for (const name of ['orgId', 'actionId', 'type'] as const) {
    expect(isActionToken('secret', { ...action, [name]: 'x' }, token)).toBe(false);
  }
  fc.assert(
    fc.property(fc.string(), (text) => text === token || !isActionToken('secret', action, text)),
  );
});
