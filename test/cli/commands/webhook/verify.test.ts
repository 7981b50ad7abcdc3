import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { signDelivery } from '../../../../src/tools/webhook-signature.ts';
import { runInHome } from '../../../support/a-cli.ts';
import { aHome } from '../../../support/a-home.ts';

const SECRET = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
const OTHER = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const BODY = '{"id":"evt_1","data":{"he":"שאלה","th":"คำถาม"}}';
/** Half past eight, when the command runs. */
const AT = Date.parse('2026-11-02T08:30:00.000Z');
const HOUR = 3_600_000;

interface Case {
  readonly secret?: string;
  readonly signedWith?: string;
  readonly body?: string;
  readonly at?: number;
  readonly only?: 'service' | 'standard';
  readonly flags?: readonly string[];
}

async function verify({ secret = SECRET, signedWith = SECRET, body = BODY, ...rest }: Case = {}) {
  const { at = AT, only, flags = [] } = rest;
  const home = await aHome();
  await writeFile(join(home.cwd, 'secret'), `${secret}\n`);
  await writeFile(join(home.cwd, 'body.json'), body);
  const signed = signDelivery({ id: 'evt_1', body: BODY, at }, { secret: signedWith });
  const names = Object.keys(signed).filter(
    (name) => only === undefined || name.startsWith('x-') === (only === 'service'),
  );
  const headers = names.flatMap((name) => ['--header', `${name}: ${signed[name]}`]);
  const argv = ['webhook', 'verify', '--secret-file', 'secret', ...headers];
  return runInHome(home, [...argv, '--body', 'body.json', ...flags]);
}

describe('webhook verify', () => {
  test('webhook verify of a genuine delivery reports that both signatures are valid', async () => {
    expect(await verify()).toEqual({
      exitCode: 0,
      stderr: '',
      stdout:
        'The delivery is genuine.\nok: x-service-signature holds.\nok: webhook-signature holds.\n',
    });
  });

  test('explains in the language of the command', async () => {
    const { stdout, stderr } = await verify({ signedWith: OTHER, flags: ['--lang', 'es'] });
    const reason = 'se hizo con otro secreto, para otro cuerpo, o no la hizo el servicio.';
    expect(stdout.split('\n').slice(1)).toEqual([
      `signature_differs: x-service-signature: ${reason}`,
      `signature_differs: webhook-signature: ${reason}`,
      '',
    ]);
    expect(stderr).toBe(`farmctl: x-service-signature: ${reason}\n`);
  });

  test.each<[string, Case, string, string]>([
    ['the clock', { at: AT - HOUR }, 'clock', 'signed 3600 s ago'],
    ['another secret', { signedWith: OTHER }, 'signature_differs', 'another secret'],
    ['quotes around the secret', { secret: `"${SECRET}"` }, 'secret_differs', 'quotes or spaces'],
    [
      'a re-serialised body',
      { body: JSON.stringify(JSON.parse(BODY), null, 2) },
      'body_rewritten',
      'as compact JSON it is the one that was signed',
    ],
    [
      'a changed body',
      { body: BODY.replace('evt_1', 'evt_2') },
      'signature_differs',
      'another body',
    ],
  ])('names %s', async (_, input, fault, reason) => {
    const { stdout, stderr, exitCode } = await verify({ ...input, flags: ['-o', 'json'] });
    const verdict = JSON.parse(stdout);
    expect(verdict.isValid).toBe(false);
    expect(verdict.checks.map((check: { fault: string }) => check.fault)).toEqual([fault, fault]);
    expect(verdict.message).toContain(reason);
    expect(JSON.parse(stderr).message).toBe(verdict.message);
    expect(stdout + stderr).not.toContain('whsec_ZX');
    expect(exitCode).toBe(5);
  });

  test.each(['service', 'standard'] as const)(
    'the %s headers alone suffice',
    async (headerKind) => {
      expect((await verify({ only: headerKind })).exitCode).toBe(0);
    },
  );

  test('an old recording is valid within the given tolerance', async () => {
    const flags = ['--tolerance', '2h'];
    expect((await verify({ at: AT - HOUR, flags })).exitCode).toBe(0);
  });

  test('webhook verify tries both secrets during a rotation, and the body may be piped', async () => {
    const home = await aHome();
    await writeFile(join(home.cwd, 'old'), OTHER);
    await writeFile(join(home.cwd, 'new'), SECRET);
    const signed = signDelivery({ id: 'evt_1', body: BODY, at: AT }, { secret: SECRET });
    const headers = Object.entries(signed).flatMap(([name, value]) => [
      '--header',
      `${name.toUpperCase()}: ${value}`,
    ]);
    const secrets = ['--secret-file', 'old', '--secret-file', 'new'];
    const argv = ['webhook', 'verify', ...secrets, ...headers, '--body', '-'];
    expect((await runInHome(home, argv, { stdin: BODY })).exitCode).toBe(0);
  });

  test.each([
    [['--header', 'a: b', '--body', 'x'], '--secret-file is missing'],
    [['--secret-file', 'x', '--body', 'x'], '--header is missing'],
    [['--secret-file', 'x', '--header', 'a: b'], '--body is missing'],
    [['--secret-file', '-', '--header', 'a: b', '--body', '-'], 'cannot both be standard input'],
    [
      ['--secret-file', 'x', '--header', 'ab', '--body', 'x'],
      "a header must be 'Name: value' or Name=value",
    ],
    [['--secret-file', 'none', '--header', 'a: b', '--body', 'x'], 'none cannot be read'],
    [
      ['--secret-file', 'x', '--header', 'a: b', '--body', 'x', '--tolerance', 'long'],
      '--tolerance',
    ],
  ])('%j is rejected', async (flags, message) => {
    const { stdout, stderr, exitCode } = await runInHome(await aHome(), [
      'webhook',
      'verify',
      ...flags,
    ]);
    expect(stderr).toContain(message);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });
});
