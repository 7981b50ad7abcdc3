import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import type { DemoData } from '../../../src/mock/demo-farm/demo-context.ts';
import { resourceNames } from '../../../src/model/resources/registry.ts';
import { generateDemo } from '../../support/in-one-step.ts';

const MORNING = '2026-11-21T07:10:00Z';
const NIGHT = '2026-07-03T01:30:00Z';

/**
 * SHA-256 of all output of the generator in Hebrew, recorded before it supported other languages:
 * an existing seed keeps its farm. Null fields are omitted, so that a resource may gain one.
 */
const recorded = [
  {
    seed: 42,
    now: MORNING,
    days: 120,
    sha256: '992e4061fcfc8580b5cc690fc78240f4b246e68cd41cf87da8be14f5f2e41d18',
  },
  {
    seed: 42,
    now: NIGHT,
    days: 45,
    sha256: '422d0100374c022895789a6b68ee5b5e4b72670800b5ae372558037d33dd2885',
  },
  {
    seed: 1,
    now: MORNING,
    days: 45,
    sha256: 'c42230851ac2776863b7c8d36fb55ef9517d020d09ee9dbb26d04af1adc838e8',
  },
  {
    seed: 7,
    now: NIGHT,
    days: 30,
    sha256: '00b8e17291221410091fee1a85636c489954af245214fcc62cd9daf08836b966',
  },
  {
    seed: 2026,
    now: MORNING,
    days: 30,
    sha256: 'c92a5ea4a782700876e864fc999dd8e1e0f6919ba48e35c18b4c73c3c50e3343',
  },
];

test.each(recorded)('the Hebrew farm of seed $seed at $now is unchanged', ({ sha256, ...one }) => {
  const demo = generateDemo({ ...one, now: Date.parse(one.now), language: 'he' });
  expect(digestOf(demo)).toBe(sha256);
});

/** The scopes of farm access when the digests were recorded; since then the role table has them. */
const RECORDED_SCOPES: Readonly<Record<string, readonly string[]>> = {
  owner: ['read:*', 'write:*', 'ai:ask', 'actions:execute', 'admin:*'],
  admin: ['read:*', 'write:*', 'ai:ask', 'actions:execute', 'admin:*'],
  manager: ['read:*', 'write:*', 'ai:ask', 'actions:execute'],
  worker: ['read:tasks', 'read:flocks', 'write:daily-logs', 'write:field-reports', 'write:media'],
  vet: ['read:*', 'write:treatments', 'write:events', 'ai:ask'],
  advisor: ['read:*', 'ai:ask'],
  accountant: ['read:*', 'write:expenses', 'write:sales'],
  viewer: ['read:*'],
};

function digestOf({ organisation, rows }: DemoData): string {
  const hash = createHash('sha256').update(JSON.stringify(organisation));
  for (const name of resourceNames) {
    hash.update(`\n${name}\n`);
    for (const madeRow of rows[name]) {
      const scopes = RECORDED_SCOPES[String(madeRow['role'])];
      const row = name === 'farm-access' ? { ...madeRow, scopes } : madeRow;
      hash.update(
        JSON.stringify(row, (key, value) => (value === null && key !== '' ? undefined : value)),
      );
    }
  }
  return hash.digest('hex');
}
