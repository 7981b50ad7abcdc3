import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fullScopes, role } from '../../../src/model/core/vocabulary.ts';
import {
  effectiveGrants,
  rightsOf,
  roles,
  scopesOnFarm,
  uncoveredScopes,
} from '../../../src/model/resources/roles.ts';
import { reachOf } from '../../../src/platform/access/grants.ts';

const grant = (farmId: string | null, name: string, expiresAt: string | null = null) => ({
  farmId,
  role: name,
  expiresAt,
});

describe('the rights of a request', () => {
  test('never include a scope on a farm on which the user does not have it', () => {
    const farms = ['north', 'south', 'east', null];
    const grants = fc.array(
      fc.record({
        farmId: fc.constantFrom(...farms),
        role: fc.constantFrom(...role.words),
        expiresAt: fc.constant(null),
      }),
      { maxLength: 6 },
    );
    const scopes = [...fullScopes, 'read:any', 'write:any', 'modules:any', 'read:tasks'];
    const need = fc.record({
      scope: fc.option(fc.constantFrom(...scopes, 'write:expenses'), { nil: undefined }),
      farmId: fc.option(fc.constantFrom('north', 'south', 'unknown'), { nil: undefined }),
    });
    fc.assert(
      fc.property(grants, need, (grantsHeld, request) => {
        const rights = rightsOf(grantsHeld);
        const reach = reachOf(rights, request);
        const places = reach.farmIds === 'all' ? ['north', 'unknown'] : reach.farmIds;
        for (const place of places) {
          expect(uncoveredScopes(scopesOnFarm(rights, place), reach.scopes)).toEqual([]);
        }
        if (reach.farmIds === 'all') expect(rights.everywhere).toBeDefined();
      }),
    );
  });

  test('cover all farms with the required scope, with the scopes they share', () => {
    const rights = rightsOf([
      grant('b', 'manager'),
      grant('a', 'accountant'),
      grant('c', 'worker'),
    ]);
    expect(reachOf(rights, { scope: 'write:expenses' })).toEqual({
      scopes: ['read:*', ...roles.accountant.scopes.filter((scope) => scope !== 'read:*')],
      farmIds: ['a', 'b'],
    });
    expect(reachOf(rights, { scope: 'write:expenses', farmId: 'b' })).toEqual({
      scopes: roles.manager.scopes,
      farmIds: ['b'],
    });
    expect(reachOf(rights, { scope: 'admin:*' }).farmIds).toEqual(['a', 'b', 'c']);
    expect(reachOf(rightsOf([]), {})).toEqual({ scopes: [], farmIds: [] });
  });
});

test('grants count while the user is active and they have not expired', () => {
  const at = Date.parse('2026-11-02T00:00:00Z');
  const grants = [
    grant('a', 'viewer', '2026-11-02T00:00:00.000Z'),
    grant('b', 'viewer', '2026-11-02T00:00:00.001Z'),
    grant(null, 'owner'),
    grant('c', 'nonsense'),
  ];
  const of = (status: string, label: string) =>
    effectiveGrants({ status, role: label, grants }, at).map(({ farmId }) => farmId);
  expect(of('active', 'owner')).toEqual(['b', null]);
  expect(of('active', 'viewer')).toEqual(['b']);
  expect(of('suspended', 'owner')).toEqual([]);
  expect(of('invited', 'owner')).toEqual([]);
});
