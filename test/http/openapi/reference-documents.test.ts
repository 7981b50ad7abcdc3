import { expect, test } from 'vitest';
import { createReferenceDocuments } from '../../../src/http/openapi/reference-documents.ts';

test('each document is built once, with the version it is asked for', () => {
  const documents = createReferenceDocuments({ version: '7.8.9' });
  const platform = documents.platform();
  expect(JSON.parse(platform).info.version).toBe('7.8.9');
  expect(documents.platform()).toBe(platform);
  expect(JSON.parse(documents.application()).info.version).toBe('7.8.9');
  expect(documents.page()).toContain('Version 7.8.9');
});
