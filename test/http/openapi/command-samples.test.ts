import { expect, test } from 'vitest';
import {
  buildApplicationOpenApi,
  buildOpenApi,
} from '../../../src/http/openapi/build-documents.ts';
import type { OperationObject } from '../../../src/http/openapi/open-api-document.ts';
import { resourceNames } from '../../../src/model/resources/registry.ts';
import { everyExample } from '../../support/every-example.ts';

const options = { version: '1', hasSamples: true };
const documents = [buildOpenApi(options), buildApplicationOpenApi(options)];
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const operations = new Map<string, OperationObject>(
  documents.flatMap(({ paths }) =>
    Object.values(paths).flatMap((item) =>
      METHODS.flatMap((method) => {
        const operation = item[method];
        return operation ? [[operation.operationId, operation] as const] : [];
      }),
    ),
  ),
);
const sampleOf = (operationId: string) =>
  operations.get(operationId)?.['x-codeSamples']?.map(({ source }) => source);

const FLOCK = 'flock_01K9ZZZZZZZZZZZZZZZZZZZZZZ';

test.each([
  ['listFlocks', 'farmctl flocks list'],
  ['getFlock', `farmctl flocks get ${FLOCK}`],
  ['deleteFlock', `farmctl flocks delete ${FLOCK} --yes`],
  ['listKeys', 'farmctl api GET /os/keys'],
  ['getKey', "farmctl api GET '/os/keys/<id>'"],
])('%s: %s', (operationId, command) => {
  expect(sampleOf(operationId)).toEqual([command]);
});

test('values are flags of the resource, a body of another operation is its input', () => {
  expect(sampleOf('createFlock')?.[0]).toMatch(
    /^farmctl flocks create \\\n {2}--barn-id barn_01K9Z+ \\\n(.+\n)*? {2}--breed 'Ross 308' \\\n/,
  );
  expect(sampleOf('createKey')?.[0]).toMatch(
    /^farmctl api POST \/os\/keys --input - <<'EOF'\n\{\n(.+\n)+\}\nEOF$/,
  );
});

test('farmctl calls every operation that a key may call with JSON, and no other', () => {
  for (const operation of operations.values()) {
    const { operationId, security, requestBody } = operation;
    const types = Object.keys(requestBody?.content ?? { 'application/json': {} });
    const isPossible =
      types[0] === 'application/json' && security.some((scheme) => 'bearer' in scheme);
    expect([operationId, operation['x-codeSamples'] !== undefined]).toEqual([
      operationId,
      isPossible,
    ]);
  }
});

test('commands and flags of samples exist', async () => {
  const commands = new Map((await everyExample()).map(([path, , flags]) => [path, flags]));
  const samples = [...operations.keys()].flatMap((id) => sampleOf(id) ?? []);
  const ofRecords = samples.filter((sample) => !sample.startsWith('farmctl api '));
  expect(ofRecords.length).toBeGreaterThan(resourceNames.length * 2);
  for (const sample of ofRecords) {
    const [, path = ''] = /^farmctl (\S+ \S+)/.exec(sample) ?? [];
    const flags = [...sample.matchAll(/ (--[\w-]+)/g)].map(([, flag]) => flag);
    expect([...(commands.get(path) ?? []), '--farm', '--yes'], sample).toEqual(
      expect.arrayContaining(flags),
    );
    expect(commands.has(path), sample).toBe(true);
  }
});
