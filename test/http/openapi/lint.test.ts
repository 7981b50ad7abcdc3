import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import spectralCore from '@stoplight/spectral-core';
import spectralRulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { createReferenceDocuments } from '../../../src/http/docs/reference-page.ts';

const { Spectral } = spectralCore;
const { oas } = spectralRulesets;

const ROOT = resolve(import.meta.dirname, '../../..');
const LINTER = join(ROOT, 'node_modules/@redocly/cli/bin/cli.js');
const OFFLINE = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

const run = promisify(execFile);

const documents = createReferenceDocuments({ version: '1.0.0' });

test.each([
  ['platform', () => documents.platform()],
  ['application', () => documents.application()],
])('Spectral reports nothing for the %s document', { timeout: 120_000 }, async (_, text) => {
  const spectral = new Spectral();
  // examples.test.ts validates the examples of bodies, in a tenth of the time.
  const rules = { 'oas3-valid-media-example': 'off' } as const;
  spectral.setRuleset({ extends: [[{ ...oas, extends: [] }, 'recommended']], rules });
  const findings = await spectral.run(JSON.parse(text()));
  expect(findings.map(({ code, path }) => `${code}: ${path.join('.')}`)).toEqual([]);
});

test('both documents pass the strictest recommended rules', { timeout: 120_000 }, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'openapi-'));
  try {
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
