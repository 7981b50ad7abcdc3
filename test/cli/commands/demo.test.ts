import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openTransport } from '../../../src/cli/session/context.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { phrasesOf } from '../../../src/mock/demo-farm/demo-context.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';

test('runs the tour on a separate farm, whatever is configured, and exits on its own', async () => {
  const home = await aHome({
    config: { currentProfile: 'prod', profiles: { prod: { server: 'https://prod.example' } } },
    project: { farm: 'Elsewhere', output: 'json' },
  });
  const requests = new Set<string>();
  const { stdout, stderr, exitCode } = await runInHome(home, ['demo'], {
    environment: { FARMCTL_SERVER: 'https://other.example', FARMCTL_FIELDS: 'id' },
    transport: (settings) => {
      requests.add(new URL(settings.server).hostname);
      return openTransport(settings);
    },
  });
  expect([...requests]).toEqual(['127.0.0.1']);
  expect(stdout.match(/^\$ farmctl \S+ \S+/gm)).toEqual([
    '$ farmctl digest --farm',
    '$ farmctl gaps --farm',
    '$ farmctl flocks list',
    '$ farmctl daily-logs list',
    '$ farmctl daily-logs create',
    '$ farmctl act create_task',
    '$ farmctl undo last',
    "$ farmctl ask 'How",
    "$ farmctl ask 'כמה",
  ]);
  const [, day] = /--date (\S+)/.exec(stdout) ?? [];
  expect(stdout).toMatch(new RegExp(`^Date +${day}\\nDeaths +9 birds$`, 'm'));
  expect(stdout).toMatch(/ birds? died /);
  expect(stdout).toContain('עופות מתו');
  expect(stderr).toMatch(/^undid New task \(action_\w{26}\); task_\w{26} is gone$/m);
  expect(stderr).toMatch(/^created daily log log_\w{26} \(\S+\)$/m);
  expect(stdout).toContain('nothing was left on this machine');
  // Nothing remains: no descriptor of the undone action, no names for the completion.
  expect((await readdir(home.home)).toSorted()).toEqual(['.config', 'work']);
  expect(exitCode).toBe(0);
});

test.each(['es', 'th'] as const)('runs the tour in %s', async (lang) => {
  const { stdout, exitCode } = await runInHome(await aHome(), ['demo', '--lang', lang], {
    transport: openTransport,
  });
  const { texts } = await loadLanguage(lang);
  const farms = Object.values(phrasesOf(lang).farms).map(({ name }) => name);
  expect(stdout).toContain(texts['demo.begin']);
  expect(farms.filter((name) => stdout.includes(name))).not.toEqual([]);
  expect(stdout).toContain(texts['demo.task']);
  expect(stdout).toContain(texts['demo.formats']);
  expect(exitCode).toBe(0);
});

/** Signs in by a link, as the page that it leads to does. */
async function signInBy(link: string): Promise<Response> {
  const { origin, hash } = new URL(link);
  return fetch(`${origin}/v1/platform/os/session/link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'sec-fetch-site': 'same-origin', origin },
    body: JSON.stringify({ token: hash.slice(1) }),
  });
}

test.each([
  ['a browser', (sign: (url: string) => Promise<void>) => sign],
  [
    'none, so that the link is printed',
    (sign: (url: string) => Promise<void>) => async (url: string) => {
      await sign(url);
      throw new Error('no browser');
    },
  ],
])('--open serves the farm to a browser until it is interrupted: %s', async (_, browser) => {
  const stopping = new AbortController();
  const signedIn: unknown[] = [];
  const { stdout, exitCode } = await runInHome(await aHome(), ['demo', '--open', '--lang', 'es'], {
    interruption: stopping.signal,
    openBrowser: browser(async (url) => {
      const answer = await signInBy(url);
      const { access } = (await answer.json()) as { access: { role: string }[] };
      signedIn.push(url, answer.status, access[0]?.role);
      setImmediate(() => stopping.abort(new Error('Ctrl-C')));
    }),
  });
  const link = /http:\/\/localhost:\d+\/sign-in#link_\S+/.exec(stdout)?.[0];
  expect(signedIn).toEqual([link, 200, 'owner']);
  expect(stdout).toContain('La granja de demostración en el navegador');
  expect(exitCode).toBe(0);
});
