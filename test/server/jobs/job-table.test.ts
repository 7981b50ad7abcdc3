import { expect, test } from 'vitest';
import { type BackgroundPlan, jobTable } from '../../../src/server/jobs/job-table.ts';

const EVERYTHING: BackgroundPlan = {
  isMock: false,
  scansFarms: true,
  readsIntegrations: true,
  analyzesImages: true,
  weather: { read: () => Promise.reject(new Error('no weather')) },
};

function planned(plan: BackgroundPlan): string[] {
  return jobTable
    .filter(({ isPlanned }) => isPlanned?.(plan) ?? true)
    .map(({ name }) => name)
    .toSorted();
}

test('every job has a unique name', () => {
  const names = jobTable.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each<[string, Partial<BackgroundPlan>, string[]]>([
  ['a mock server', { isMock: true }, ['cameras', 'devices']],
  ['a server without scans', { scansFarms: false }, ['brain']],
  ['a server that polls no integrations', { readsIntegrations: false }, ['integrations', 'mqtt']],
  ['a server without a model for images', { analyzesImages: false }, ['image-analysis']],
  ['a server without weather', { weather: undefined }, ['weather']],
])('%s', (_, change, absent) => {
  const all = jobTable.map(({ name }) => name).toSorted();
  expect(planned(EVERYTHING)).toEqual(all);
  expect(planned({ ...EVERYTHING, ...change })).toEqual(
    all.filter((name) => !absent.includes(name)),
  );
});
