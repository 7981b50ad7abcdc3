import { describe, expect, test } from 'vitest';
import { loadLabels } from '../../src/i18n/labels.ts';
import { languages } from '../../src/model/core/message.ts';
import { coversScope, fullScopes, role } from '../../src/model/core/vocabulary.ts';
import { resourceNames } from '../../src/model/resources/registry.ts';
import { commonScopes, roleOf, roles, uncoveredScopes } from '../../src/model/resources/roles.ts';

const hasScope = (name: keyof typeof roles, scope: string) =>
  coversScope(roles[name].scopes, scope);

describe('the role table', () => {
  test('has the eight roles of the vocabulary, and only scopes that exist', () => {
    expect(Object.keys(roles)).toEqual(role.words);
    const known = [
      ...fullScopes,
      ...resourceNames.flatMap((name) => [`read:${name}`, `write:${name}`]),
    ];
    for (const { scopes } of Object.values(roles)) {
      expect(uncoveredScopes(known, scopes)).toEqual([]);
      expect(new Set(scopes).size).toBe(scopes.length);
    }
  });

  test('only owner and admin administer, and only they and the manager run actions', () => {
    const holders = (scope: string) => role.words.filter((name) => hasScope(name, scope));
    expect(holders('admin:*')).toEqual(['owner', 'admin']);
    expect(holders('actions:execute')).toEqual(['owner', 'admin', 'manager']);
    expect(holders('write:users')).toEqual(['owner', 'admin', 'manager']);
    expect(holders('write:treatments')).toEqual(['owner', 'admin', 'manager', 'vet']);
    expect(holders('write:expenses')).toEqual(['owner', 'admin', 'manager', 'accountant']);
    expect(holders('write:daily-logs')).toEqual(['owner', 'admin', 'manager', 'worker']);
  });

  test.each([
    'expenses',
    'sales',
    'feed-deliveries',
    'feed-orders',
    'market-orders',
    'tenders',
    'tender-bids',
  ])('a worker and a vet do not see %s', (name) => {
    for (const role of ['worker', 'vet'] as const) {
      expect(hasScope(role, `read:${name}`)).toBe(false);
      expect(hasScope(role, `write:${name}`)).toBe(false);
    }
  });

  test('write access to a resource includes read access', () => {
    for (const name of role.words) {
      for (const resource of resourceNames) {
        if (hasScope(name, `write:${resource}`))
          expect(hasScope(name, `read:${resource}`)).toBe(true);
      }
    }
  });

  test('every role has a different label in each language', async () => {
    for (const language of languages) {
      const { roles: labels } = await loadLabels(language);
      expect(Object.keys(labels)).toEqual(role.words);
      expect(new Set(Object.values(labels)).size).toBe(role.words.length);
    }
  });
});

test('a role is found only by its name', () => {
  expect(roleOf('vet')).toBe('vet');
  expect(roleOf('constructor')).toBeUndefined();
  expect(roleOf(undefined)).toBeUndefined();
});

describe('the scopes common to two lists', () => {
  test('are the narrower ones', () => {
    expect(commonScopes(['read:*', 'write:tasks'], ['read:tasks', 'write:*', 'ai:ask'])).toEqual([
      'write:tasks',
      'read:tasks',
    ]);
  });

  test('the scopes common to two roles are covered by both', () => {
    for (const first of Object.values(roles)) {
      for (const second of Object.values(roles)) {
        const common = commonScopes(first.scopes, second.scopes);
        expect(uncoveredScopes(first.scopes, common)).toEqual([]);
        expect(uncoveredScopes(second.scopes, common)).toEqual([]);
      }
    }
  });
});
