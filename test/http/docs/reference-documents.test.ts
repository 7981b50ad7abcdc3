import { expect, test } from 'vitest';
import { createReferenceDocuments } from '../../../src/http/docs/reference-page.ts';

test('each document is built once, with the versions of the API and the program', () => {
  const documents = createReferenceDocuments({ version: '7.8.9' });
  const platform = documents.platform();
  const versions = { version: '1.0', 'x-service-version': '7.8.9' };
  expect(JSON.parse(platform).info).toMatchObject(versions);
  expect(documents.platform()).toBe(platform);
  expect(JSON.parse(documents.application()).info).toMatchObject(versions);
});

test('only the documents of the reference page contain the farmctl command of an operation', () => {
  const plain = createReferenceDocuments({ version: '1' });
  const sampled = createReferenceDocuments({ version: '1', hasSamples: true });
  for (const name of ['platform', 'application'] as const) {
    expect(plain[name]()).not.toContain('x-codeSamples');
    expect(sampled[name]()).toContain('x-codeSamples');
  }
});
