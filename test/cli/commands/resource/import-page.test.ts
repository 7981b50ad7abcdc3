import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transport } from '../../../../src/client/errors.ts';
import { loadLabels } from '../../../../src/i18n/labels.ts';
import { loadLanguage } from '../../../../src/i18n/load-language.ts';
import { inject, injectDownload } from '../../../../src/server/embedded.ts';
import { type CliRun, runInHome } from '../../../support/a-cli.ts';
import { aHome, type Home } from '../../../support/a-home.ts';
import { aWorkbook } from '../../../support/a-workbook.ts';
import { create } from '../../../support/farm.ts';
import { startTestService, type TestService } from '../../../support/service.ts';

const ROOT = resolve(import.meta.dirname, '../../../..');
const SERVER = 'http://farm.test';
/** The stderr of the page: findings about rows and errors, not durations. */
const SHOWN = /^farmctl: (row|No field)/;

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  const farm = await create(service, 'farms', { name: 'משק כהן' });
  for (const [index, name] of ['לול 1', 'לול 2', 'לול 3'].entries()) {
    const barn = await create(service, 'barns', { name }, { farmId: farm.id });
    if (index === 2) continue;
    const flock = { barnId: barn.id, placementDate: '2026-10-03', chicksReceived: 20_000 };
    await create(service, 'flocks', { ...flock, code: `B${index + 1}-2610` });
  }
});
afterAll(() => service.close());

function transport(): Transport {
  const { app } = service.service;
  return {
    server: SERVER,
    send: (request) => inject(app, request),
    download: (request) => injectDownload(app, request),
    close: async () => {},
  };
}

function run(home: Home, argv: readonly string[], options: CliRun = {}) {
  const environment = { FARMCTL_SERVER: SERVER, FARMCTL_KEY: service.admin };
  return runInHome(home, argv, { environment, transport, ...options });
}

interface Step {
  readonly words: readonly string[];
  readonly shown: string;
}

/** The commands of a page with the end of their output. */
function stepsOf(page: string): readonly Step[] {
  const blocks = [...page.matchAll(/```console\n(.*?)```/gs)].map(([, block = '']) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^\$ /m)
      .slice(1)
      .map((step) => {
        const [line = '', ...shown] = step.split('\n');
        return { words: wordsOf(line), shown: shown.join('\n').trim() };
      }),
  );
}

function wordsOf(line: string): readonly string[] {
  const words = line.match(/(?:'[^']*'|[^\s'])+/g) ?? [];
  return words.slice(1).map((word) => word.replaceAll("'", ''));
}

test('the page of imports is accurate', { timeout: 30_000 }, async () => {
  const home = await aHome();
  const page = await readFile(join(ROOT, 'docs/import.md'), 'utf8');
  const sheet = 'daily-logs-he.xlsx';
  await copyFile(join(ROOT, 'test/data/import', sheet), join(home.cwd, sheet));
  for (const { words, shown } of stepsOf(page)) {
    const { stdout, stderr, exitCode } = await run(home, words);
    const reported = stderr.split('\n').filter((line) => SHOWN.test(line));
    const status = exitCode === 0 ? [] : [`exit status ${exitCode}`];
    const lines = [...stdout.trim().split(/\r?\n/), ...reported, ...status];
    expect(lines.filter((line) => line !== '').join('\n'), words.join(' ')).toBe(shown);
  }
});

test('many flocks can be created from one line each, also as the input of create', async () => {
  const home = await aHome();
  const stdin = 'flock,date,mortality\nB1-2610,2026-10-28,5\nB2-2610,2026-10-28,6\n';
  const first = await run(home, ['daily-logs', 'import', '-', '-o', 'json'], { stdin });
  expect([first.exitCode, JSON.parse(first.stdout)]).toMatchObject([0, { ok: true, stored: 2 }]);
  const again = await run(home, ['daily-logs', 'import', '-', '-o', 'json'], { stdin });
  expect(again.stderr).toContain('was imported before; --again imports it once more');
  const third = await run(home, ['daily-logs', 'import', '-', '--again'], { stdin });
  expect(third.exitCode).toBe(5);
  expect(third.stderr).toContain('2 of 2 rows were refused; nothing was stored');
  await writeFile(join(home.cwd, 'more.csv'), stdin.replaceAll('-28', '-29'));
  const created = await run(home, ['daily-logs', 'create', '--input', 'more.csv']);
  expect([created.exitCode, created.stderr]).toEqual([
    0,
    expect.stringMatching(/imported 2 of 2 rows: 2 new/),
  ]);
});

test.each([
  ['B1-2610,2027-01-01,5', ': ese día todavía no ha llegado.'],
  ['B1-2610,2026-10-29,"7,5"', ': se espera un número entero.'],
  ['B1-2610,2026-10-29,veinte', ': se espera un número entero.'],
  ['B9-2610,2026-10-29,5', '¿Quiso decir B'],
])('a rejected row states what is expected: %s', async (row, spanish) => {
  const home = await aHome();
  const stdin = `flock,date,mortality\n${row}\n`;
  const { stderr, exitCode } = await run(
    home,
    [...['daily-logs', 'import', '-', '--dry-run', '--lang', 'es']],
    { stdin },
  );
  expect(exitCode).toBe(5);
  expect(stderr).toContain(spanish);
});

test('a repeated import reports new rows, and a check never reports stored rows', async () => {
  const home = await aHome();
  const stdin = 'flock,date,mortality\nB1-2610,2026-10-30,5\nB2-2610,2026-10-30,6\n';
  const dry = await run(home, ['daily-logs', 'import', '-', '--dry-run', '-o', 'json'], { stdin });
  expect(JSON.parse(dry.stdout)).toMatchObject({ rows: 2, valid: 2, new: 2 });
  expect(`${dry.stdout}`).not.toContain('"stored"');
  expect(dry.stderr).toContain('checked 2 rows: 2 new, 0 already stored, 0 refused');
  await run(home, ['daily-logs', 'import', '-'], { stdin });
  const again = await run(home, ['daily-logs', 'import', '-', '-o', 'json'], { stdin });
  expect(JSON.parse(again.stdout)).toMatchObject({ rows: 2, stored: 0, skipped: 2 });
  expect(again.stderr).toContain('imported 0 of 2 rows: 0 new, 2 already stored, 0 refused');
  const listed = await run(home, ['daily-logs', 'list', '--date-from', '2026-10-30', '-o', 'json']);
  const [log] = JSON.parse(listed.stdout);
  await run(home, ['daily-logs', 'delete', log.id, '--yes']);
  const restored = await run(home, ['daily-logs', 'import', '-'], { stdin });
  expect(restored.stderr).toContain('imported 1 of 2 rows: 1 new, 1 already stored, 0 refused');
});

test('a workbook is exported by the extension of its file and can be imported again without changes', async () => {
  const home = await aHome();
  const stdin = 'flock,date,mortality\nB1-2610,2026-10-31,5\n';
  await run(home, ['daily-logs', 'import', '-'], { stdin });
  const command = ['daily-logs', 'export', '--date-from', '2026-10-31', '--file', 'rows.xlsx'];
  const imported = await run(home, command);
  expect(imported).toMatchObject({ exitCode: 0, stdout: '' });
  expect(imported.stderr).toMatch(/saved rows\.xlsx \([\d.]+ kB\)/);
  expect((await readFile(join(home.cwd, 'rows.xlsx'))).subarray(0, 2).toString()).toBe('PK');
  const again = await run(home, ['daily-logs', 'import', 'rows.xlsx', '--on-duplicate', 'skip']);
  expect(again.stderr).toContain('0 new, 1 already stored, 0 refused');
  const undone = await run(home, command);
  expect([undone.exitCode, undone.stderr]).toEqual([2, expect.stringContaining('already exists')]);
  const requests = ['daily-logs', 'export', '--file', 'rows', '--format', 'xlsx'];
  expect((await run(home, requests)).exitCode).toBe(0);
  const csv = await run(home, ['daily-logs', 'export', '--file', 'rows.csv', '--fields', 'date']);
  expect(csv.exitCode).toBe(0);
  expect(await readFile(join(home.cwd, 'rows.csv'), 'utf8')).toMatch(/^date\r\n2026/);
  const other = await run(home, ['daily-logs', 'export', '--file', 'rows.ods']);
  expect([other.exitCode, other.stderr]).toEqual([2, expect.stringContaining('not ods')]);
});

test('the rejects of a workbook have a name that can be imported', async () => {
  const home = await aHome();
  const rows = [
    ['flock', 'date', 'mortality'],
    ['B1-2610', '2026-11-01', 'many'],
  ];
  await writeFile(join(home.cwd, 'logs.xlsx'), aWorkbook(rows));
  const first = ['daily-logs', 'import', 'logs.xlsx', '--rejects', 'bad.xlsx'];
  const refused = await run(home, first);
  expect(refused.exitCode).toBe(5);
  expect(refused.stderr).toContain('bad.csv, then import that file');
  const text = await readFile(join(home.cwd, 'bad.csv'), 'utf8');
  await writeFile(join(home.cwd, 'bad.csv'), text.replace('many', '4'));
  expect((await run(home, ['daily-logs', 'import', 'bad.csv'])).exitCode).toBe(0);
  const args = ['daily-logs', 'import', 'bad.csv', '--rejects', 'bad.xlsx'];
  expect((await run(home, args)).stderr).toContain('--rejects must name a separate file');
});

test('if nothing was stored, importing only the rejects does not lose the rest', async () => {
  const home = await aHome();
  const stdin = 'flock,date,mortality\nB1-2610,2026-11-01,many\nB2-2610,2026-11-01,6\n';
  const command = ['daily-logs', 'import', '-', '--rejects', 'bad.csv'];
  const result = await run(home, command, { stdin });
  expect(result.stderr).toMatch(
    /nothing was stored\n.*own file.*store the others with --on-error skip/,
  );
  const remaining = await run(home, [...command, '--on-error', 'skip'], { stdin });
  expect(remaining.stderr).toMatch(/Correct the rows of .*bad\.csv, then import that file/);
});

test('the command that imports the rejects repeats the meaning of columns and cells', async () => {
  const home = await aHome();
  const row = (dead: string) => `B1-2610,2026-10-24,${dead},"1.240,5"`;
  const stdin = `Lote,Fecha,Bajas de hoy,Pienso (kg)\n${row('muchas')}\n`;
  const flags = ['--map', 'Bajas de hoy=mortality', '--decimal', ',', '--on-duplicate', 'update'];
  const first = ['daily-logs', 'import', '-', ...flags, '--rejects', 'rej.csv', '--lang', 'es'];
  const { stderr } = await run(home, first, { stdin });
  const [, command = ''] = /importe ese archivo: farmctl (.*)\.$/m.exec(stderr) ?? [];
  expect(command).toContain("--map 'Bajas de hoy=mortality' --decimal , --on-duplicate update");
  const path = join(home.cwd, 'rej.csv');
  await writeFile(path, (await readFile(path, 'utf8')).replace('muchas', '4'));
  expect((await run(home, wordsOf(`$ ${command}`))).exitCode).toBe(0);
});

test('six rejected rows give five reasons and the command that saves all', async () => {
  const home = await aHome();
  const rows = Array.from({ length: 6 }, (_, day) => `B1-2610,2026-09-0${day + 1},many`);
  const stdin = `flock,date,Dead today\n${rows.join('\n')}\n`;
  const map = ['--map', 'Dead today=mortality'];
  const { stderr } = await run(home, ['daily-logs', 'import', '-', ...map], { stdin });
  expect(stderr.match(/farmctl: row /g)).toHaveLength(5);
  expect(stderr).toContain(
    "and 1 more; all of them with their reasons, in a file: farmctl daily-logs import - --map 'Dead today=mortality' --rejects rejects.csv",
  );
});

test.each(['es', 'he', 'th', 'zh'])('the counts of a check have headings in %s', async (lang) => {
  const stdin = 'flock,date,mortality\nB1-2610,2026-10-28,5\n';
  const dry = ['daily-logs', 'import', '-', '--dry-run', '-o', 'table', '--lang', lang];
  expect((await run(await aHome(), dry, { stdin })).stdout).not.toMatch(/Rows|Valid|New|Changed/);
});

test.each(['es', 'th'] as const)(
  'the reason for rejecting a row is given in %s, on the terminal and in the file',
  async (lang) => {
    const home = await aHome();
    const stdin = 'flock,date,mortality,avgWeightGr\nB1-2610,2026-11-01,many,heavy\n';
    const args = ['daily-logs', 'import', '-', '--lang', lang];
    const reported = await run(home, args, { stdin });
    await run(home, [...args, '--rejects', 'bad.csv'], { stdin });
    const file = (await readFile(join(home.cwd, 'bad.csv'), 'utf8')).split('heavy').at(-1) ?? '';
    const { texts } = await loadLanguage(lang);
    const { fields } = await loadLabels(lang);
    const reasons = [
      texts['reason.wholeNumber'].replace('{field}', fields.mortality),
      texts['reason.number'].replace('{field}', fields.avgWeightGr),
    ];
    for (const reason of reasons) {
      expect(reported.stderr).toContain(reason);
      expect(file).toContain(reason);
    }
    expect(reported.stderr + file).not.toMatch(/must|--mortality/);
  },
);

test.each([
  ['es', 'Ningún campo se llama «Lotes B»', "--map 'Lotes B=…'", 'Indique --date-format'],
  ['zh', '没有名为“Lotes B”的字段', "--map 'Lotes B=…'", '请使用 --date-format'],
])('in %s an import names the flags for columns and dates', async (...row) => {
  const [lang, unknown, map, flag] = row;
  const home = await aHome();
  const sheet = (head: string) => `${head}\nB1-2610,5/11/2026,"1,240"\n`;
  const dry = ['daily-logs', 'import', '-', '--dry-run', '--lang', lang];
  const column = await run(home, dry, { stdin: sheet('flock,date,mortality,Lotes B') });
  expect(column.stderr).toContain(unknown);
  expect(column.stderr).toContain(map);
  const date = await run(home, dry, { stdin: sheet('flock,date,Feed kg') });
  expect(date.stderr).toContain(flag);
  // Each is a flag that can be typed unchanged.
  expect(date.stderr).toContain("--decimal ','");
  expect(date.stderr).toContain("--decimal '.'");
  expect(date.stderr).not.toContain('|');
});

test('messages name the flags, not the parameters of the API', async () => {
  const home = await aHome();
  const stdin = 'flock,date,feedKg\nB1-2610,5/11/2026,"1,240"\n';
  const { stderr } = await run(home, ['daily-logs', 'import', '-'], { stdin });
  expect(stderr).toContain('--date-format dmy');
  expect(stderr).toContain('--decimal . or --decimal ,');
  expect(stderr).not.toMatch(/dateFormat|decimal=/);
});

test('an interrupted export exits with an error, not with a short file', async () => {
  const home = await aHome();
  const cut = (): Transport => ({
    ...transport(),
    download: async (request) => {
      const download = await injectDownload(service.service.app, request);
      return { ...download, chunks: brokenOff(download.chunks) };
    },
  });
  const cutRun = await run(home, ['barns', 'export', '--fields', 'name'], { transport: cut });
  expect(cutRun.exitCode).not.toBe(0);
  const completeRun = await run(home, ['barns', 'export', '--fields', 'name', '--no-header']);
  expect([completeRun.exitCode, completeRun.stdout]).toEqual([0, 'לול 1\r\nלול 2\r\nלול 3\r\n']);
});

async function* brokenOff(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    yield chunk.subarray(0, 8);
    throw Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  }
}

test('headings in common notations are recognised in five languages', async () => {
  const home = await aHome();
  const files: readonly (readonly [string, string, string])[] = [
    [
      'daily-logs',
      'Lote,Fecha,Muertes,Descartes,"Alimento, kg",Agua (L)',
      'B1-2610,2026-09-01,5,1,20,40',
    ],
    [
      'daily-logs',
      'Flock,Date,Deaths,Culls,Feed kg,Water l,Body weight g',
      'B1-2610,2026-09-02,5,1,20,40,',
    ],
    ['daily-logs', 'להקה,תאריך,מתים,ברירה,תערובת,מים,משקל', 'B1-2610,2026-09-03,5,1,20,40,'],
    ['daily-logs', 'ฝูง,วันที่,ตาย,คัดทิ้ง,อาหาร,น้ำ,น้ำหนัก', 'B1-2610,2026-09-04,5,1,20,40,'],
    ['daily-logs', '批次,日期,死亡,淘汰,饲料,饮水,体重', 'B1-2610,2026-09-05,5,1,20,40,'],
    ['daily-logs', 'Lote,Fecha de pesaje,Peso promedio (g)', 'B1-2610,2026-09-06,'],
    [
      'feed-deliveries',
      'Flock,Delivery date,Feed kg,Feed type,Price',
      'B1-2610,2026-10-01,900,grower,2350',
    ],
    [
      'feed-deliveries',
      'Lote,Fecha,Alimento kg,Tipo de alimento,Precio por t',
      'B1-2610,2026-10-01,900,grower,2350',
    ],
    [
      'feed-deliveries',
      'להקה,תאריך,כמות,סוג תערובת,מחיר לטון',
      'B1-2610,2026-10-01,900,grower,2350',
    ],
    ['feed-deliveries', 'ฝูง,วันที่,ปริมาณ,ชนิดอาหาร,ราคาต่อตัน', 'B1-2610,2026-10-01,900,grower,2350'],
    ['feed-deliveries', '批次,日期,数量,饲料种类,每吨价格', 'B1-2610,2026-10-01,900,grower,2350'],
  ];
  for (const [resource, headings, row] of files) {
    const stdin = `${headings}\n${row}\n`;
    const { exitCode, stderr } = await run(home, [resource, 'import', '-', '--dry-run'], { stdin });
    expect([headings, exitCode, stderr]).toEqual([headings, 0, expect.any(String)]);
  }
});

test('import errors name columns and rows, never unknown flags', async () => {
  const home = await aHome();
  const unknown = 'flock,date,Xyzzy\nB1-2610,2026-10-27,5\n';
  for (const lang of ['en', 'es']) {
    const args = ['daily-logs', 'import', '-', '--lang', lang];
    const { stderr } = await run(home, args, { stdin: unknown });
    expect(stderr).toContain('Xyzzy');
    expect(stderr).not.toMatch(/--xyzzy/i);
    const lacking = await run(home, args, { stdin: 'date,mortality\n2026-10-27,5\n' });
    expect(lacking.stderr).not.toContain('--flock-id');
  }
  const duplicateRows =
    'flock,date,mortality\nB1-2610,2026-10-27,5\nB1-2610,2026-10-27,6\nB2-2610,2026-10-27,6\n';
  const args = ['daily-logs', 'import', '-', '--on-error', 'skip'];
  const result = await run(home, args, { stdin: duplicateRows });
  expect(result.stderr).toContain('Rows 1 and 2 of the file describe the same record');
  expect(result.stderr).toContain('imported 2 of 3 rows: 2 new, 0 already stored, 1 refused');
  const again = duplicateRows.replaceAll('-27', '-26');
  const spanish = await run(home, [...args, '--lang', 'es'], { stdin: again });
  expect(spanish.stderr).toMatch(/filas 1 y 2 del archivo/);
});

test.each([
  ['en', /Both "Feed \(kg\)" and "Feed \(t\)" mean/, /line 3: a total, "Total · 5"/, /is in "L"/],
  ['es', /«Feed \(kg\)» y «Feed \(t\)»/, /línea 3: un total, «Total · 5»/, /está en L/],
  ['he', /"Feed \(kg\)" ו-"Feed \(t\)"/, /שורה 3: סיכום, "Total · 5"/, /נתונה ב-L/],
  ['th', /“Feed \(kg\)” และ “Feed \(t\)”/, /บรรทัดที่ 3: แถวผลรวม/, /มีหน่วยเป็น L/],
  ['zh', /“Feed \(kg\)”和“Feed \(t\)”/, /第 3 行：合计/, /单位是 L/],
])(
  'two columns for a field, totals and foreign units are named in %s',
  async (lang, twin, total, unit) => {
    const home = await aHome();
    const check = (stdin: string) =>
      run(home, ['daily-logs', 'import', '-', '--dry-run', '--lang', lang], { stdin });
    const row = 'B1-2610,2026-10-25';
    const result = await check(`flock,date,Feed (kg),Feed (t)\n${row},1000,1\n`);
    expect(result.stderr).toMatch(twin);
    expect(result.stderr).toMatch(/--map '(?:COLUMN|Feed \(kg\))='/);
    const summed = await check(`flock,date,dead\n${row},5\nTotal,,5\n`);
    expect([summed.exitCode, summed.stderr]).toEqual([0, expect.stringMatching(total)]);
    const litres = await check(`flock,date,Feed (L)\n${row},5\n`);
    expect(litres.stderr).toMatch(unit);
  },
);
