import { expect, test } from 'vitest';
import { openTransport } from '../../../src/cli/context.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';

test('makes the round on a farm of its own, whatever is configured, and ends by itself', async () => {
  const home = await aHome({
    config: { currentProfile: 'prod', profiles: { prod: { server: 'https://prod.example' } } },
    project: { farm: 'Elsewhere', output: 'json' },
  });
  const asked = new Set<string>();
  const { stdout, stderr, exitCode } = await runInHome(home, ['demo'], {
    environment: { FARMCTL_SERVER: 'https://other.example', FARMCTL_FIELDS: 'id' },
    transport: (settings) => {
      asked.add(new URL(settings.server).hostname);
      return openTransport(settings);
    },
  });
  expect([...asked]).toEqual(['127.0.0.1']);
  expect(stdout.match(/^\$ farmctl \S+ \S+/gm)).toEqual([
    '$ farmctl farms list',
    '$ farmctl flocks list',
    '$ farmctl daily-logs list',
    '$ farmctl alerts list',
    '$ farmctl tasks list',
    '$ farmctl env-readings list',
    '$ farmctl daily-logs create',
    '$ farmctl daily-logs list',
  ]);
  const [, day] = /--date (\S+)/.exec(stdout) ?? [];
  expect(stdout).toContain(`\n${day},9,1,`);
  expect(stderr).toMatch(/^created daily log log_\w{26} \(\S+\)$/m);
  expect(stdout).toContain('What to try next:');
  expect(exitCode).toBe(0);
}, 60_000);
