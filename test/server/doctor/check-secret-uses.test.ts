import { expect, test } from 'vitest';
import { misboundMessage, unboundMessage } from '../../../src/model/core/secrets.ts';
import { checkSecretUses } from '../../../src/server/doctor/content-checks.ts';

const use = {
  id: 'integration_1',
  authRef: 'env:FARMCTL_SECRET_A',
  endpoint: 'https://user:hunter2@controller.example.com/api?token=hunter3',
  lastError: null,
};

test('working references are not a finding', () => {
  expect(checkSecretUses([use, { ...use, lastError: 'HTTP 401' }])).toEqual([]);
});

test('a literal secret is reported without being printed', () => {
  const [finding, ...others] = checkSecretUses([
    use,
    { ...use, id: 'integration_2', authRef: 'hunter2' },
  ]);
  expect([finding?.state, finding?.check, others]).toEqual(['warning', 'integrations', []]);
  expect(finding?.finding).toContain('integration_2');
  expect(JSON.stringify(finding)).not.toContain('hunter2');
});

test('a secret without a host is reported with how to bind it', () => {
  const lastError = unboundMessage(use.authRef, 'controller.example.com');
  const [finding] = checkSecretUses([{ ...use, lastError }]);
  expect(finding?.finding).toContain('env:FARMCTL_SECRET_A (integration_1)');
  expect(finding?.whatToDo).toContain('host=HOST');
});

test('a secret bound to other hosts is reported with the host it is not sent to', () => {
  const lastError = misboundMessage(use.authRef, { host: 'controller.example.com', port: 443 });
  const [finding, ...others] = checkSecretUses([{ ...use, lastError }]);
  expect([finding?.state, others]).toEqual(['warning', []]);
  expect(finding?.finding).toContain(
    'env:FARMCTL_SECRET_A (integration_1) → controller.example.com',
  );
  expect(JSON.stringify(finding)).not.toMatch(/hunter/);
});
