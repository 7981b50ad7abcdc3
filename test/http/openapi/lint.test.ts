import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createReferenceDocuments } from '../../../src/http/openapi/reference-documents.ts';

const ROOT = resolve(import.meta.dirname, '../../..');
const LINTER = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

const run = promisify(execFile);

test('both documents pass the strictest recommended rules', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
    const documents = createReferenceDocuments({ version: '1.0.0', unanswered: ['ask'] });
    const files = [join(folder, 'platform.json'), join(folder, 'application.json')];
    await writeFile(files[0]!, documents.platform());
    await writeFile(files[1]!, documents.application());
    expect(await lint(files)).toBe('valid');
  } finally {
    await rm(folder, { recursive: true });
  }
});

async function lint(files: readonly string[]): Promise<string> {
  const config = join(ROOT, 'redocly.yaml');
  const options = ['lint', ...files, '--config', config, '--format', 'stylish'];
  try {
    await run(process.execPath, [LINTER, ...options], { env: { ...process.env, ...OFFLINE } });
    return 'valid';
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    return `${stdout}${stderr}`;
  }
}
