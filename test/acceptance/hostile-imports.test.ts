import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { largeFiles } from '../support/hostile-imports.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { createPlace, type Place } from '../support/reliability/place.ts';
import { slowestProbe } from '../support/reliability/slowest-probe.ts';

/** How long the event loop may be occupied while a file is read, so that `/livez` answers. */
const MOST_MILLIS = 500;
/** On a machine that is busy with other things an answer may be late; a freeze is late each time. */
const ATTEMPTS = 3;

let place: Place;
let server: ChildServer;
let farmId: string;

beforeAll(async () => {
  place = await createPlace('sqlite', inject('postgresUrl'));
  server = await startChildServer({ argv: place.argv, logLevel: 'silent' });
  const body = JSON.stringify({ name: 'Emek' });
  const headers = { ...headersOf(), 'content-type': 'application/json' };
  const answer = await fetch(`${server.baseUrl}/v1/platform/farms`, {
    method: 'POST',
    headers,
    body,
  });
  farmId = ((await answer.json()) as { id: string }).id;
});
afterAll(async () => {
  await server.end('SIGKILL');
  await place.remove();
});

function headersOf() {
  return { authorization: `Bearer ${server.key}` };
}

async function send(bytes: Uint8Array, type: string) {
  const answer = await fetch(
    `${server.baseUrl}/v1/platform/os/import/expenses?farmId=${farmId}&dryRun=true`,
    {
      method: 'POST',
      headers: { ...headersOf(), 'content-type': type },
      body: new Blob([bytes as Uint8Array<ArrayBuffer>]),
    },
  );
  return { status: answer.status, body: JSON.parse(await answer.text()) };
}

test.each(largeFiles)('$contentType, $name: /livez answers while it is rejected', async (file) => {
  const bytes = file.bytes();
  expect(bytes.length).toBeLessThanOrEqual(limits.importBodyBytes);
  let slowest = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < ATTEMPTS && slowest > MOST_MILLIS; attempt++) {
    const answer = send(bytes, file.contentType);
    slowest = (await slowestProbe(server, answer)).occupied;
    const { status, body } = await answer;
    expect(`${status} ${body.issues?.[0]?.code ?? body.code}`).toBe(file.refusal);
  }
  expect(slowest).toBeLessThan(MOST_MILLIS);
});
