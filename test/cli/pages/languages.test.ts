import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTransport } from '../../../src/cli/session/context.ts';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';

/** Commands whose answers people read; lists as the tables of a terminal. */
const COMMANDS: readonly string[] = [
  ...['digest', 'dashboard', 'weekly-summary', 'context', 'insights', 'gaps', 'setup'],
  ...['risk ledger', 'portfolio', 'activity', 'brain scan', 'cameras list', 'me', 'search 1'],
  ...['doctor -o table', 'duties get', 'duties list -o table', 'notices list -o table'],
  ...['notices channels list -o table', 'notices simulate --severity critical'],
  ...['keys list -o table', 'profile list -o table', 'config explain -o table'],
  ...['settings list -o table', 'webhook list -o table', 'case-files list -o table'],
  ...['resources -o table', 'flocks list -o table', 'barns list -o table'],
  ...['daily-logs list --limit 5 -o table', 'sales list --limit 5 -o table'],
  ...['alerts list --limit 5 -o table', 'tasks list --limit 5 -o table'],
  ...['medicine list --limit 5 -o table', 'contacts list --limit 5 -o table'],
  ...['flocks list --profile unknown', 'flocks get nothing', 'flocks create --set x'],
];

/** Command lines, ids, flags, addresses, paths and quotations are never translated. */
const TYPED =
  /farmctl [^\n]*|\b[a-z]+[A-Z]\w*|\S+=\S+|\b[a-z]+_[0-9A-Z]{26}\b|--?[a-z][\w-]*(?: <[^>]*>)?|\S*[:/@_]\S*|"[^"]*"|«[^»]*»|“[^”]*”/g;

/** Names of breeds, standards, products, programs and formats, and codes that people type. */
const NAMES =
  /Ross 308|Cobb ?500|Hy-Line Brown|Lohmann Brown|[A-Z][\w.®-]*(?: (?:&|[A-Z0-9][\w.®-]*))*|\([^()]*\b(?:19|20)\d\d\b[^()]*\)/g;

/** Titles of documents, and Spanish texts by a worker of the demo farms in all languages. */
const QUOTED = /^ {2}\* .*|¿[^?]*\?|El silo del galpón 1.*/;

/** Words of English that are no word of Spanish, and no name of a setting or resource. */
const ENGLISH_WORDS =
  /\b(?:the|of|and|is|are|was|were|with|without|for|from|to|not|this|that|there|has|have|by|its|what|which|birds|days?|values?)\b/i;

function englishProse(text: string, language: string): readonly string[] {
  return text
    .split('\n')
    .map((line) => line.replace(QUOTED, ' ').replace(TYPED, ' ').replace(NAMES, ' '))
    .filter((line) =>
      language === 'es' ? ENGLISH_WORDS.test(line) : /[A-Za-z]{2,}[,;:]? [a-z]{2,}/.test(line),
    );
}

describe.each(['th', 'he', 'zh', 'es'] as const)('in %s', (language) => {
  let server: RunningServer;
  let farm = '';
  beforeAll(async () => {
    server = await startServer({
      host: '127.0.0.1',
      port: 0,
      database: { kind: 'memory' },
      mock: { content: 'demo', seed: 42, now: Date.parse('2026-11-20T06:00:00Z'), language },
      logLevel: 'silent',
    });
    farm = server.ready.farms[0]?.id ?? '';
  });
  afterAll(() => server.close());

  test.each(COMMANDS)('%s has no English prose', async (command) => {
    const profile = {
      server: server.ready.baseUrl,
      key: server.ready.keys['admin'],
      lang: language,
      farm,
    };
    const home = await aHome({ config: { profiles: { default: profile } } });
    const { stdout, stderr } = await runInHome(home, command.split(' '), {
      transport: openTransport,
    });
    expect(stdout + stderr).not.toBe('');
    expect(englishProse(stdout + stderr, language)).toEqual([]);
  });
});
