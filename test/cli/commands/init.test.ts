import { readFile, stat, writeFile } from 'node:fs/promises';
import sql from 'sql-template-tag';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parsePlace } from '../../../src/cli/commands/setup/first-farm.ts';
import { openTransport } from '../../../src/cli/session/context.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { isLanguage } from '../../../src/model/core/message.ts';
import { openDatabase } from '../../../src/server/core/open-database.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';
import { createEmptyDatabase } from '../../support/databases.ts';

const init = (home: Home, argv: readonly string[], options: CliRun = {}) =>
  runInHome(home, ['init', ...argv], { transport: openTransport, ...options });

const BARNS = ['--yes', '--farm-name', 'A', '--barns', '2'];

const stored = async (home: Home) => JSON.parse(await readFile(home.configPath, 'utf8'));

describe('init', () => {
  test('creates a database, a farm and a profile with the admin key, and does not print the key', async () => {
    const home = await aHome();
    const dataDir = `${home.home}/.local/share/farmctl`;
    const { stdout, stderr, exitCode } = await init(home, [
      ...['--organisation', 'Emek farms', '--timezone', 'Asia/Jerusalem', '--language', 'he'],
      ...['--farm-name', 'North', '--latitude', '32.36', '--longitude', '34.91', '-o', 'json'],
    ]);
    const farm = { id: expect.stringMatching(/^farm_/), name: 'North' };
    expect(JSON.parse(stdout)).toEqual({
      profile: 'embedded',
      dataDir,
      created: true,
      orgId: expect.stringMatching(/^org_/),
      organisation: 'Emek farms',
      farm,
      barns: [],
      flock: null,
      demo: false,
    });
    expect(exitCode).toBe(0);
    const config = await stored(home);
    expect(config).toEqual({
      currentProfile: 'embedded',
      profiles: {
        embedded: {
          server: 'embedded',
          dataDir,
          key: expect.stringMatching(/^fk_live_/),
          farm: JSON.parse(stdout).farm.id,
          lang: 'he',
        },
      },
    });
    expect(stdout + stderr).not.toContain(config.profiles.embedded.key);
    expect(stderr.split('\n')[0]).toBe(`${dataDir} הוקם; מפתח הניהול שמור בפרופיל embedded`);
    expect((await stat(dataDir)).mode & 0o777).toBe(0o700);
  });

  test('leaves a profile that works immediately', async () => {
    const home = await aHome();
    await init(home, [
      '--yes',
      '--farm-name',
      'North',
      '--latitude',
      '32.36',
      '--longitude',
      '34.91',
    ]);
    const argv = ['farms', 'list', '--fields', 'name,latitude,longitude,timezone'];
    const { stdout } = await runInHome(home, argv, { transport: openTransport });
    expect(stdout).toBe('North\t32.36\t34.91\tAsia/Jerusalem\n');
    const status = await runInHome(home, ['auth', 'status', '--fields', 'organisation,scopes'], {
      transport: openTransport,
    });
    expect(status.stdout).toBe(
      'organisation\tMy farms\nscopes\tread:*,write:*,ai:ask,actions:execute,admin:*\n',
    );
  });

  test.each([
    [[], 'Asia/Bangkok', 'THB'],
    [['--timezone', 'Europe/Madrid'], 'Europe/Madrid', 'EUR'],
    [['--timezone', 'Asia/Kolkata'], 'Asia/Kolkata', 'INR'],
    [['--currency', 'usd'], 'Asia/Bangkok', 'USD'],
  ])(
    '%j: the currency is that of the country of the time zone, unless given',
    async (flags, zone, currency) => {
      const home = await aHome();
      const place = zone === 'Asia/Bangkok' ? ['--latitude', '13.7', '--longitude', '100.5'] : [];
      await init(home, ['--yes', '--farm-name', 'South', ...place, ...flags]);
      const argv = ['farms', 'list', '--fields', 'timezone,currency'];
      const { stdout } = await runInHome(home, argv, { transport: openTransport });
      expect(stdout).toBe(`${zone}\t${currency}\n`);
    },
  );

  test('says nothing of a farm, barns and a flock that it did not make', async () => {
    const home = await aHome();
    const { stdout } = await init(home, ['--yes', '--organisation', 'Emek farms', '-o', 'table']);
    expect(stdout).not.toMatch(/^(Farm|Farm ID|Barns|Flock|Flock ID)\b/m);
    expect(stdout).toMatch(/^Organisation +Emek farms$/m);
  });

  test('--demo fills the database with the demo farms under a separate key', async () => {
    const home = await aHome();
    const { stdout, stderr, exitCode } = await init(home, ['--yes', '--demo', '-o', 'json']);
    expect([exitCode, JSON.parse(stdout).demo]).toEqual([0, true]);
    expect(stderr).toContain('farmctl portfolio');
    const list = async (...argv: string[]) =>
      (await runInHome(home, argv, { transport: openTransport })).stdout;
    expect((await list('farms', 'list', '--fields', 'id')).trim().split('\n')).toHaveLength(3);
    expect((await list('flocks', 'list', '--status', 'active', '--fields', 'id')).trim()).not.toBe(
      '',
    );
    // The keys of a mock server are public.
    expect((await list('keys', 'list', '--fields', 'name')).trim()).toBe('admin');
  });

  test('a second time reports that it is done, and changes nothing', async () => {
    const home = await aHome();
    await init(home, ['--yes']);
    const before = await readFile(home.configPath, 'utf8');
    const { stdout, stderr, exitCode } = await init(home, [], { stdin: '' });
    expect(stderr).toBe(
      `${home.home}/.local/share/farmctl is set up already, and profile embedded has its key\n`,
    );
    expect(stdout).toContain('created\tfalse\n');
    expect(exitCode).toBe(0);
    expect(await readFile(home.configPath, 'utf8')).toBe(before);
  });

  test('does not change the current profile, and explains how to use the new one', async () => {
    const config = {
      currentProfile: 'north',
      profiles: { north: { server: 'https://a.example' } },
    };
    const home = await aHome({ config });
    const { stderr } = await init(home, ['--yes', '--profile', 'local', '--data', 'db']);
    expect((await stored(home)).currentProfile).toBe('north');
    expect(stderr).toContain('farmctl farms create --name North --profile local');
    expect(stderr).toContain(`farmctl serve --data ${home.cwd}/db`);
  });

  test('init at a terminal prompts for everything without a flag', async () => {
    const home = await aHome();
    const { exitCode, stdout } = await init(
      home,
      ['--language', 'th', '--lang', 'en', '-o', 'json'],
      {
        answers: [
          ['Name of the organisation', 'Asked farms'],
          ['generated demo farms', 'no'],
          ['Name of the first farm', 'South'],
          ['Latitude and longitude', '13.7, 100.5'],
          // Enter accepts the zone of the location, and the currency of its country.
          ['Asia/Bangkok', ''],
          ['Currency of the farm', ''],
          ['Number of barns', '2'],
          ['Capacity of each barn in birds', '15000'],
          ['Chicks placed in โรงเรือน 1', '14800'],
          ['Breed, such as', 'cobb 500'],
          ['Day of placement', 'today-3d'],
        ],
      },
    );
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      organisation: 'Asked farms',
      farm: { name: 'South' },
      barns: [{ name: 'โรงเรือน 1' }, { name: 'โรงเรือน 2' }],
      flock: { name: expect.stringContaining('โรงเรือน 1') },
    });
    const argv = ['flocks', 'list', '--fields', 'breed,chicksReceived,placementDate'];
    const flocks = await runInHome(home, argv, { transport: openTransport });
    expect(flocks.stdout).toBe('cobb 500\t14800\t2026-10-30\n');
  });

  test.each([
    ['en', 'Name of the organisation', 'Next:', undefined],
    ['es', 'Nombre de la organización', 'A continuación:', 'responden desde ahora en español'],
    ['he', 'שם הארגון', 'הצעדים הבאים:', 'עונות בעברית'],
    ['th', 'ชื่อองค์กร', 'ขั้นต่อไป:', 'ตอบเป็นภาษาไทย'],
    ['zh', '组织名称', '接下来：', '以中文回答'],
  ])(
    'the language %s is asked first, and then used and stored',
    async (language, request, next, expected) => {
      const home = await aHome();
      const place = ['--latitude', '1', '--longitude', '1', '--timezone', 'UTC'];
      const farm = ['--farm-name', 'N', '--currency', 'EUR', '--barns', '0'];
      const { stderr } = await init(home, [...farm, ...place], {
        answers: [
          ['Language', language],
          [request, ''],
        ],
      });
      expect(stderr).toContain(next);
      if (expected !== undefined)
        expect(stderr.replaceAll(/[\u2066-\u2069\u200e\u200f]/gu, '')).toContain(expected);
      expect((await stored(home)).profiles.embedded.lang).toBe(
        language === 'en' ? undefined : language,
      );
      const { stderr: later } = await runInHome(home, ['flocks', 'get', 'nowhere'], {
        transport: openTransport,
      });
      const { texts } = await loadLanguage(isLanguage(language) ? language : 'en');
      expect(later).toContain(texts['cli.noRow'].split(' ')[0]);
    },
  );

  test('a breed without a standard requires confirmation at a terminal, and causes a warning in a script', async () => {
    const farm = ['--farm-name', 'N', '--currency', 'EUR', '--barns', '1', '--chicks', '100'];
    farm.push('--barn-capacity', '1000');
    const otherFlags = [
      '--latitude',
      '1',
      '--longitude',
      '1',
      '--timezone',
      'UTC',
      '--organisation',
      'O',
    ];
    const answer = await init(
      await aHome(),
      [...farm, ...otherFlags, '--language', 'es', '--breed', 'Plastic duck', '-o', 'json'],
      {
        answers: [
          ['con esta raza de todos modos? (s/N)', 'n'],
          ['Raza', 'Pato de goma'],
          ['con esta raza de todos modos? (s/N)', 's'],
          ['Día del ingreso', ''],
        ],
      },
    );
    expect([answer.exitCode, answer.stderr]).toEqual([0, expect.any(String)]);
    expect(answer.stderr).toContain('no hay tabla de la raza «Plastic duck»');
    const script = await init(await aHome(), [
      ...farm,
      ...otherFlags,
      '--yes',
      '--breed',
      'Plastic duck',
    ]);
    expect([script.exitCode, script.stderr]).toEqual([
      0,
      expect.stringContaining('no standard is known for the breed "Plastic duck"'),
    ]);
    const known = await init(await aHome(), [
      ...farm,
      ...otherFlags,
      '--yes',
      '--breed',
      'ross308',
    ]);
    expect(known.stderr).not.toContain('no standard');
  });

  test.each([
    [{ LANG: 'es_AR.UTF-8' }, 'Idioma', 'galpones', 'es'],
    [{ LC_ALL: 'he_IL', LANG: 'es_AR.UTF-8' }, 'שפה', 'לולים', 'he'],
    [{ LANG: 'fr_FR.UTF-8' }, 'Language', 'Number of barns', undefined],
    // The language set for farmctl takes precedence over that of the machine.
    [{ LANG: 'es_AR.UTF-8', FARMCTL_LANG: 'en' }, 'Language', 'Number of barns', undefined],
  ])(
    'prompts in the language of the machine first: %j',
    async (environment, language, barns, lang) => {
      const home = await aHome();
      const place = ['--latitude', '32.36', '--longitude', '34.91', '--currency', 'EUR'];
      const { exitCode } = await init(
        home,
        ['--organisation', 'A', '--timezone', 'UTC', '--farm-name', 'North', ...place],
        {
          environment,
          answers: [
            [language, ''],
            [barns, ''],
          ],
        },
      );
      expect(exitCode).toBe(0);
      expect((await stored(home)).profiles.embedded.lang).toBe(lang);
    },
  );

  test('a prompt without a terminal is rejected in the language of the machine', async () => {
    const { stderr } = await init(await aHome(), [], { environment: { LANG: 'es_AR.UTF-8' } });
    expect(stderr).toContain('indique --organisation, o --yes para los valores propuestos');
  });

  test('Enter at a terminal skips barns and flock in init', async () => {
    const home = await aHome();
    const { stdout } = await init(home, ['--organisation', 'A', '--language', 'en', '-o', 'json'], {
      answers: [
        ['generated demo farms', ''],
        ['Name of the first farm', 'South'],
        ['Latitude and longitude', ''],
        ['Time zone', 'Asia/Jerusalem'],
        ['Currency of the farm', 'eur'],
        ['Number of barns', ''],
      ],
    });
    expect(JSON.parse(stdout)).toMatchObject({ farm: { name: 'South' }, barns: [], flock: null });
  });

  test.each([
    ['en', 'Barn 1'],
    ['es', 'Galpón 1'],
    ['he', 'לול 1'],
    ['th', 'โรงเรือน 1'],
    ['zh', '1号鸡舍'],
  ])('barns have names in the language %s', async (language, name) => {
    const { stdout } = await init(await aHome(), [
      ...['--yes', '--farm-name', 'North', '--barns', '1', '--language', language, '-o', 'json'],
    ]);
    expect(JSON.parse(stdout).barns).toMatchObject([{ name }]);
  });

  test.each([
    ['es', '20.000', '1/10/2026', '2026-10-01'],
    ['es', '19 500', 'ayer', '2026-11-01'],
    ['he', '20,000', '1.10.2026', '2026-10-01'],
    ['he', '20000', 'היום', '2026-11-02'],
    ['th', '๒๐,๐๐๐', '1/10/2569', '2026-10-01'],
    ['zh', '20,000', '2026年10月1日', '2026-10-01'],
    ['zh', '20000', '昨天', '2026-11-01'],
    ['en', '20,000', '31/10/2026', '2026-10-31'],
    ['en', '20000', 'yesterday', '2026-11-01'],
  ])(
    'parses numbers and days in the format of %s: %s, %s',
    { timeout: 20_000 },
    async (language, chicks, day, placed) => {
      const home = await aHome();
      const flags = ['--organisation', 'A', '--timezone', 'UTC', '--farm-name', 'N'];
      const place = ['--latitude', '1', '--longitude', '1', '--currency', 'EUR', '--barns', '1'];
      const { texts } = await loadLanguage(isLanguage(language) ? language : 'en');
      const wordOf = (key: 'capacity' | 'chicks' | 'breed' | 'placed') =>
        texts[`init.${key}`]
          .replace(/^\{barn\}/, '')
          .split(/[{(（，,]/)[0]
          ?.trim() ?? key;
      const { exitCode } = await init(home, [...flags, ...place, '--language', language], {
        answers: [
          [wordOf('capacity'), chicks],
          [wordOf('chicks'), chicks],
          [wordOf('breed'), 'Ross 308'],
          [wordOf('placed'), day],
        ],
      });
      expect(exitCode).toBe(0);
      const argv = ['flocks', 'list', '--fields', 'chicksReceived,placementDate'];
      const { stdout } = await runInHome(home, argv, { transport: openTransport });
      const birds = chicks === '19 500' ? 19_500 : 20_000;
      expect(stdout).toBe(`${birds}\t${placed}\n`);
    },
  );

  test('a fractional number of barns is rejected', async () => {
    const flags = ['--yes', '--farm-name', 'N', '--language', 'en'];
    const half = await init(await aHome(), [...flags, '--barns', '2,5']);
    expect([half.exitCode, half.stderr]).toEqual([2, expect.stringContaining('"2,5"')]);
  });

  test('flags create barns and the first flock, and the next steps match', async () => {
    const home = await aHome();
    const { stdout, stderr, exitCode } = await init(home, [
      ...['--yes', '--farm-name', 'North', '--latitude', '13.7', '--longitude', '100.5'],
      ...['--barns', '3', '--barn-capacity', '20000', '--flock-barn', 'barn 2'],
      ...['--chicks', '19800', '--breed', 'Ross 308', '--placement-date', '2026-10-20'],
      ...['-o', 'json'],
    ]);
    expect(exitCode).toBe(0);
    const { barns, flock } = JSON.parse(stdout);
    expect(barns.map(({ name }: { name: string }) => name)).toEqual(['Barn 1', 'Barn 2', 'Barn 3']);
    const steps = [
      `farmctl act log_daily --flock-id '${flock.name}' --mortality <number> --feed-kg <number>`,
      'farmctl digest',
      'farmctl serve',
    ];
    expect(stderr).toContain(`Next:\n${steps.map((step) => `  ${step}\n`).join('')}`);
    const log = [
      'act',
      'log_daily',
      '--flock-id',
      flock.name,
      '--mortality',
      '1',
      '--feed-kg',
      '9',
    ];
    const logged = await runInHome(home, [...log, '--fields', 'mortality', '-o', 'tsv'], {
      transport: openTransport,
    });
    expect([logged.exitCode, logged.stdout]).toEqual([0, 'mortality\t1\n']);
    const status = await runInHome(home, ['me', '--jq', '.org.timezone'], {
      transport: openTransport,
    });
    expect(status.stdout).toBe('Asia/Bangkok\n');
  });

  test.each([
    [[], 'this is not an interactive terminal: give --organisation, or --yes for the defaults'],
    [['--organisation', 'A'], 'give --farm-name, or --yes for the defaults'],
    [['--yes', '--barns', '3'], '--farm-name is missing'],
    [['--yes', '--farm-name', 'A', '--chicks', '9'], '--barns is missing'],
    [
      ['--yes', '--farm-name', 'A', '--barns', 'two'],
      '--barns: it must be a whole number up to 100',
    ],
    [[...BARNS, '--breed', 'Ross 308'], '--chicks is missing'],
    [['--yes', '--demo', '--farm-name', 'A'], '--demo and --farm-name exclude each other'],
    [['--yes', '--farm-name', 'A', '--currency', 'XYZ'], 'is not the code of a currency'],
    [[...BARNS, '--chicks', '9', '--breed', 'Ros 308'], 'did you mean Ross 308?'],
    [
      [...BARNS, '--chicks', '9', '--placement-date', 'monday'],
      '--placement-date must be a day such as today-7d',
    ],
    [
      [...BARNS, '--chicks', '9', '--flock-barn', 'Barn 4'],
      'there is no barn "Barn 4"; did you mean',
    ],
    [['--yes', '--timezone', 'Mars/North'], '--timezone: there is no time zone "Mars/North"'],
    [['--yes', '--language', 'fr'], '--language: it must be one of he, en, th, es, zh'],
    [['--yes', '--latitude', '1', '--longitude', '2'], '--farm-name is missing'],
    [['--yes', '--farm-name', 'A', '--latitude', '1'], '--longitude is missing beside --latitude'],
    [
      ['--yes', '--farm-name', 'A', '--latitude', '91', '--longitude', '2'],
      '"91, 2" is not a location',
    ],
    [['--yes', '--profile', 'a b'], '"a b" is not a valid profile name'],
  ])('%j is rejected by init in a pipe, and nothing is created: %s', async (argv, message) => {
    const home = await aHome();
    const { stdout, stderr, exitCode } = await init(home, argv);
    expect(stderr).toContain(message);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
    await expect(stat(home.configPath)).rejects.toThrow('ENOENT');
    await expect(stat(`${home.home}/.local/share/farmctl`)).rejects.toThrow('ENOENT');
  });

  test.each([
    ['es', [], 'farmctl farms create --name Norte'],
    ['th', ['--farm-name', 'A'], 'farmctl barns create --name'],
    ['he', ['--farm-name', 'A', '--barns', '1'], '--placement-date <יום> --chicks-received <מספר>'],
  ])('the next steps are in %s', async (lang, flags, step) => {
    const { stderr } = await init(await aHome(), ['--yes', ...flags, '--lang', lang]);
    expect(stderr).toContain(step);
    expect(stderr).not.toMatch(/<day>|<number>|"Barn 1"|North/);
  });

  test('init on a database whose key is not in the configuration explains how to log in', async () => {
    const home = await aHome();
    await init(home, ['--yes']);
    await writeFile(home.configPath, '{}');
    const { stderr, exitCode } = await init(home, ['--yes']);
    const dataDir = `${home.home}/.local/share/farmctl`;
    expect(stderr).toBe(
      `farmctl: there is already a database in ${dataDir}; its key cannot be shown again\n` +
        `  Log in with its key: farmctl auth login --server embedded --data ${dataDir}.\n`,
    );
    expect(exitCode).toBe(2);
  });

  test('does not overwrite a profile with another purpose', async () => {
    const home = await aHome({
      config: { profiles: { embedded: { server: 'https://a.example' } } },
    });
    const { stderr, exitCode } = await init(home, ['--yes']);
    expect(stderr).toBe(
      'farmctl: profile embedded is for https://a.example\n' +
        '  Choose another profile with --profile.\n',
    );
    expect(exitCode).toBe(2);
  });
});

describe('init in Spanish', () => {
  const wordsIn = (text: string) => text.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  /** Words typed by the user, and words of commands, addresses and paths. */
  const TYPED =
    /farmctl .*|--[\w-]+|"[^"]*"|\S*[/@]\S*|\b(?:embedded|server|ross|north|farmctl)\b/gi;

  /** English words in an output: of English texts, and of no Spanish one. */
  async function englishIn(output: string) {
    const [english, spanish] = await Promise.all(
      (['en', 'es'] as const).map(async (language) => {
        const { texts } = await loadLanguage(language);
        return new Set(Object.values<string>(texts).flatMap(wordsIn));
      }),
    );
    const words = wordsIn(output.replace(TYPED, ' '));
    return words.filter((word) => english?.has(word) && !spanish?.has(word));
  }

  test.each<[name: string, argv: readonly string[], profile?: object]>([
    ['a database, a farm and a flock', [...BARNS, '--chicks', '9', '--breed', 'Ross 308']],
    ['an empty farm', ['--yes', '--farm-name', 'Norte']],
    ['nothing but a database', ['--yes']],
    ['a profile of a server', ['--yes'], { server: 'https://a.example' }],
    ['a profile without a server', ['--yes'], { lang: 'es' }],
    ['an unknown breed', [...BARNS, '--chicks', '9', '--breed', 'Ros 308']],
    ['an invalid day', [...BARNS, '--chicks', '9', '--placement-date', 'monday']],
    ['an unknown barn', [...BARNS, '--chicks', '9', '--flock-barn', 'Barn 4']],
    ['an unknown currency', ['--yes', '--farm-name', 'A', '--currency', 'XYZ']],
    ['two folders', ['--yes', '--database', 'postgres://x/y', '--data', 'db']],
    ['no answers', []],
  ])('prints no English about %s', async (_, argv, profile) => {
    const home = await aHome(profile ? { config: { profiles: { embedded: profile } } } : {});
    const environment = { FARMCTL_SERVER: 'https://farm.example' };
    const run = await init(home, [...argv, '--lang', 'es'], { environment });
    expect([run.stderr, await englishIn(run.stderr)]).toEqual([expect.stringMatching(/./), []]);
    const again = await init(home, ['--yes', '--lang', 'es']);
    expect([again.stderr, await englishIn(again.stderr)]).toEqual([again.stderr, []]);
  });
});

describe('init on a PostgreSQL server', () => {
  const FARM = ['--yes', '--farm-name', 'North', '--barns', '2', '-o', 'json'];
  const UNREACHABLE = 8;

  /** Retries if a busy machine did not respond in time, as the message advises. */
  async function initOnServer(home: Home, argv: readonly string[], options: CliRun = {}) {
    let result = await init(home, argv, options);
    for (let tries = 1; result.exitCode === UNREACHABLE && tries < 5; tries++) {
      result = await init(home, argv, options);
    }
    return result;
  }

  test('sets up the database once, with a profile that connects to a server', async () => {
    const home = await aHome();
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const first = await initOnServer(home, [...FARM, '--database', url]);
    expect([first.exitCode, first.stderr]).toEqual([0, expect.any(String)]);
    const { pathname, host, password } = new URL(url);
    const database = `PostgreSQL at ${host}, ${pathname.slice(1)}`;
    expect(JSON.parse(first.stdout)).toMatchObject({
      profile: 'server',
      database,
      created: true,
      farm: { name: 'North' },
      barns: [{ name: 'Barn 1' }, { name: 'Barn 2' }],
    });
    expect(first.stderr).toContain('farmctl serve --database <url>');
    expect(first.stdout + first.stderr).not.toContain(`:${password}@`);
    const { profiles } = await stored(home);
    expect(profiles).toEqual({
      server: {
        server: 'http://127.0.0.1:8787',
        key: expect.stringMatching(/^fk_live_/),
        farm: JSON.parse(first.stdout).farm.id,
      },
    });

    const again = await initOnServer(home, [...FARM, '--database', url]);
    expect(JSON.parse(again.stdout)).toEqual({ profile: 'server', database, created: false });
    const other = await initOnServer(home, [...FARM, '--database', url, '--profile', 'other']);
    expect(other.exitCode).toBe(2);
    expect(other.stderr).toContain('its key cannot be shown again');
  });

  test('accepts FARMCTL_DATABASE and FARMCTL_SERVER, and fills it with the demo farms', async () => {
    const home = await aHome();
    const { url, drop } = await createEmptyDatabase();
    onTestFinished(drop);
    const environment = { FARMCTL_DATABASE: url, FARMCTL_SERVER: 'https://farm.example' };
    const argv = ['--yes', '--demo', '-o', 'json'];
    const { stdout, exitCode } = await initOnServer(home, argv, { environment });
    expect([exitCode, JSON.parse(stdout).demo]).toEqual([0, true]);
    expect((await stored(home)).profiles.server.server).toBe('https://farm.example');
    const database = await openDatabase({ kind: 'postgres', url });
    const counted = await database.all(sql`select count(*) as farms from farms`);
    await database.close();
    expect(counted.map((row) => Number((row as { farms: unknown }).farms))).toEqual([3]);
  });

  test('leaves no profile if the database cannot be reached', async () => {
    const home = await aHome();
    const unreachableUrl = 'postgres://farm:word@127.0.0.1:1/farm';
    const { stderr, exitCode } = await init(home, [...FARM, '--database', unreachableUrl]);
    expect(exitCode).toBe(UNREACHABLE);
    expect(stderr).not.toContain('word');
    expect(await stored(home)).toEqual({});
  });

  test('init on a PostgreSQL server with a folder as well is rejected; an embedded one mentions another server', async () => {
    const home = await aHome();
    const both = await init(home, [...FARM, '--database', 'postgres://x/y', '--data', 'db']);
    expect(both.exitCode).toBe(2);
    const environment = { FARMCTL_SERVER: 'https://farm.example' };
    const { stderr, exitCode } = await init(home, FARM, { environment });
    expect(exitCode).toBe(0);
    expect(stderr).toContain('FARMCTL_SERVER sets the server https://farm.example');
  });
});

test.each([
  ['41.65, -0.88', 41.65, -0.88],
  ['41.65,-0.88', 41.65, -0.88],
  ['41,65 -0,88', 41.65, -0.88],
  ['41,65, -0,88', 41.65, -0.88],
  ['41,65; -0,88', 41.65, -0.88],
  ['41 -1', 41, -1],
])('the location %s is two numbers', (text, latitude, longitude) => {
  expect(parsePlace(text)).toEqual({ latitude, longitude });
});

// 41,65 is one number with decimal commas: read as 41 and 65 it would be Samarkand.
test.each(['41,65', '41,-', '41', '91, 2', '41,65,0,88'])('the location %s is invalid', (text) => {
  expect(parsePlace(text)).toBeUndefined();
});
