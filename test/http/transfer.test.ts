import fc from 'fast-check';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { packZip } from '../../src/platform/table-files/zip.ts';
import { aWorkbook } from '../support/a-workbook.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

const CSV = { 'content-type': 'text/csv' };
const LINES = { ...CSV, accept: 'application/x-ndjson' };

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    let code: string;

    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      code = (await service.send('GET', `/flocks/${farm.flockId}`)).body.code;
    });
    afterAll(() => service.close());

    const importLogs = (rows: string, query = '', headers: object = CSV): Promise<TestAnswer> =>
      service.send('POST', `/os/import/daily-logs${query}`, {
        body: `Flock,date,dead\n${rows}`,
        headers: { ...headers },
      });
    const countLogs = async () => (await service.send('GET', '/daily-logs')).body.meta.total;

    test('rows are created as single calls create them, with their events and one audit entry', async () => {
      const eventCount = (await service.events()).length;
      const answer = await importLogs(`${code},2026-10-20,3\n${code},21/10/2026,4\n`);
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          resource: 'daily-logs',
          dryRun: false,
          ok: true,
          rows: 2,
          stored: 2,
          updated: 0,
          skipped: 0,
          rejected: 0,
          earlier: { stored: 0, updated: 0 },
          warnings: [],
          doubts: [],
          leftOut: [],
          columns: [
            { heading: 'Flock', field: 'flockId' },
            { heading: 'date', field: 'date' },
            { heading: 'dead', field: 'mortality' },
          ],
          issues: [],
          issuesOmitted: 0,
        },
      ]);
      const events = (await service.events()).slice(eventCount).map(({ event }) => event);
      expect(events).toEqual(['daily_log.created', 'daily_log.created']);
      const audit = await service.send('GET', '/os/audit?path=/v1/platform/os/import/:resource');
      expect(audit.body.data.map(({ status }: { status: number }) => status)).toEqual([200]);
    });

    test('nothing is stored while a row is invalid, and every error names its row', async () => {
      const before = await countLogs();
      const answer = await importLogs(
        `${code},2026-10-22,3\n${code},2026-10-23,1x\nnope,5/10/2026,4\n${code},2026-10-20,1`,
      );
      expect(answer.status).toBe(400);
      expect(answer.body.message).toMatch(/^3 of 4 rows are not valid, nothing is stored\. Row 2/);
      const issues = answer.body.issues.map(
        ({ path, code }: { path: string; code: string }) => `${path} ${code}`,
      );
      expect(issues).toEqual([
        'rows[1].mortality wrong_type',
        'rows[2].date invalid_format',
        'rows[2].flockId not_found',
        'rows[3].date duplicate',
      ]);
      expect(await countLogs()).toBe(before);
    });

    test('with onError=skip the valid rows are stored; the others are listed with their cells', async () => {
      const rows = `${code},2026-10-22,3\n${code},2026-10-22,9\n,2026-10-23,-1\n`;
      const answer = await importLogs(rows, '?onError=skip', LINES);
      const lines = answer.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(lines[0].columns).toHaveLength(3);
      const rejected = lines.filter((line) => line.rejected).map((line) => line.rejected);
      expect(rejected.map(({ row, line, cells }) => [row, line, cells])).toEqual([
        [2, 3, [code, '2026-10-22', '9']],
        [3, 4, ['', '2026-10-23', '-1']],
      ]);
      expect(rejected[0].issues[0].message).toBe(
        'Rows 1 and 2 of the file describe the same record; delete one of them.',
      );
      expect(rejected[0].issues[0]).toMatchObject({ code: 'duplicate', rows: [1, 2] });
      expect(lines.at(-1).report).toMatchObject({ ok: false, stored: 1, rejected: 2 });
    });

    test.each([
      ['skip', { stored: 0, updated: 0, skipped: 1 }, 3],
      ['update', { stored: 0, updated: 1, skipped: 0 }, 33],
    ])(
      'an existing row is ignored or updated with onDuplicate=%s',
      async (mode, counts, deaths) => {
        const answer = await importLogs(`${code},2026-10-22,33`, `?onDuplicate=${mode}`);
        expect(answer.body).toMatchObject({ ok: true, ...counts });
        const { body } = await service.send(
          'GET',
          '/daily-logs?date_from=2026-10-22&date_to=2026-10-22',
        );
        expect(body.data[0].mortality).toBe(deaths);
      },
    );

    test.each(['csv', 'jsonl'] as const)(
      'an export as %s that is imported again changes nothing',
      async (format) => {
        const logs = (await service.send('GET', '/daily-logs')).body.data;
        const exported = await service.send('GET', `/os/export/daily-logs?format=${format}`);
        for (const dryRun of [true, false]) {
          const { status, body } = await service.send(
            'POST',
            `/os/import/daily-logs?onDuplicate=update&dryRun=${dryRun}`,
            {
              body: exported.text,
              headers: { 'content-type': String(exported.headers['content-type']) },
            },
          );
          expect([status, body.issues]).toEqual([200, []]);
          expect(body).toMatchObject({ stored: 0, updated: 0, skipped: logs.length });
        }
        expect((await service.send('GET', '/daily-logs')).body.data).toEqual(logs);
      },
    );

    test('only rows with other values count as updated, even if a row occurs twice', async () => {
      const same = await importLogs(`${code},2026-10-22,33`, '?onDuplicate=update');
      expect(same.body).toMatchObject({ stored: 0, updated: 0, skipped: 1, rejected: 0 });
      const rows = `${code},2026-10-22,33\n${code},2026-10-21,5\n${code},2026-10-21,5\n`;
      const mixed = await importLogs(rows, '?onDuplicate=update');
      expect(mixed.body).toMatchObject({ stored: 0, updated: 1, skipped: 2, rejected: 0 });
      expect(mixed.body.doubts.map(({ row }: { row: number }) => row)).toEqual([3]);
      await importLogs(`${code},2026-10-21,4`, '?onDuplicate=update');
    });

    test('a dry run reports the same, even between rows, and stores nothing', async () => {
      const before = [await countLogs(), (await service.events()).length];
      const rows = Array.from({ length: 150 }, (_, index) => `${code},2026-11-01,${index}`);
      const answer = await importLogs(rows.join('\n'), '?dryRun=true');
      expect(answer.body).toMatchObject({ dryRun: true, ok: false, stored: 1, rejected: 149 });
      expect([await countLogs(), (await service.events()).length]).toEqual(before);
    });

    test('a repeated request stores nothing twice, and resumes where it was interrupted', {
      timeout: 60_000,
    }, async () => {
      const size = limits.importRowsPerCommit;
      const names = Array.from({ length: size + 5 }, (_, index) => `Imported ${index}`);
      const headers = { ...CSV, 'idempotency-key': 'names' };
      const send = () =>
        service.send('POST', `/os/import/contacts?farmId=${farm.farmId}`, {
          body: ['name', ...names].join('\n'),
          headers,
        });
      const first = await send();
      expect(first.body.stored).toBe(size + 5);
      const { database } = service.service.runtime;
      // As after a crash: of the last part neither the rows nor its record were stored.
      await database.run({
        sql: "delete from idempotency where idempotency_key like 'import % 1'",
        text: "delete from idempotency where idempotency_key like 'import % 1'",
        values: [],
      });
      const complete = await send();
      expect([complete.body.stored, complete.headers['idempotent-replayed']]).toEqual([
        size + 5,
        undefined,
      ]);
      const again = await send();
      expect([again.status, again.headers['idempotent-replayed']]).toEqual([200, 'true']);
      expect(again.body).toEqual({
        ...first.body,
        earlier: { stored: size + 5, updated: 0 },
      });
      const { body } = await service.send('GET', '/contacts?q=Imported&limit=1');
      expect(body.meta.total).toBe(size + 10);
      const other = await service.send('POST', '/os/import/contacts', { body: 'name\nX', headers });
      expect([other.status, other.body.code]).toEqual([422, 'idempotency_key_reused']);
    });

    test('a repeated request stores rows again that were deleted meanwhile', async () => {
      const headers = { ...CSV, 'idempotency-key': 'three' };
      const send = () =>
        service.send('POST', `/os/import/contacts?farmId=${farm.farmId}`, {
          body: 'name\nTwice 1\nTwice 2\nTwice 3\n',
          headers,
        });
      const list = async () => (await service.send('GET', '/contacts?q=Twice')).body;
      expect((await send()).body).toMatchObject({ stored: 3, earlier: { stored: 0 } });
      const deletedRow = (await list()).data.find(
        ({ name }: { name: string }) => name === 'Twice 2',
      );
      await service.send('DELETE', `/contacts/${deletedRow.id}`);
      expect((await send()).body).toMatchObject({ stored: 3, earlier: { stored: 2 } });
      expect((await list()).meta.total).toBe(3);
      expect((await send()).body).toMatchObject({ stored: 3, earlier: { stored: 3 } });
      expect((await list()).meta.total).toBe(3);
    });

    test('rows that name another farm are reported, and not moved there', async () => {
      const other = await create(service, 'farms', { name: 'Elsewhere' });
      const rows = [farm.farmId, other.id, farm.farmId];
      const body = `flockId,date,farmId\n${rows.map((id, index) => `${farm.flockId},2026-10-2${index + 5},${id}`).join('\n')}`;
      const path = `/os/import/daily-logs?onDuplicate=update`;
      const dry = await service.send('POST', `${path}&dryRun=true`, { body, headers: CSV });
      expect(dry.body.warnings).toMatchObject([{ code: 'other_farm', rows: 1 }]);
      const { status, body: report } = await service.send('POST', path, { body, headers: CSV });
      expect([status, report.ok, report.warnings]).toEqual([
        200,
        true,
        [
          {
            code: 'other_farm',
            rows: 1,
            message: expect.stringMatching(/^1 row names another farm/),
          },
        ],
      ]);
      await service.send('DELETE', `/farms/${other.id}`);
    });

    test.each([
      ['.xls', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'xls_not_supported'],
      [
        'encrypted',
        Buffer.concat([
          Buffer.from('d0cf11e0a1b11ae1', 'hex'),
          Buffer.from('EncryptedPackage', 'utf16le'),
        ]),
        'workbook_encrypted',
      ],
      [
        '.ods',
        Buffer.from(
          'PK\x03\x04' +
            '\0'.repeat(26) +
            'mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK',
        ),
        'ods_not_supported',
      ],
    ])('%s workbooks are rejected by their content', async (_, bytes, code) => {
      for (const type of ['text/csv', 'application/octet-stream', 'application/vnd.ms-excel']) {
        const answer = await service.send('POST', '/os/import/daily-logs', {
          body: bytes,
          headers: { 'content-type': type },
        });
        expect([answer.status, answer.body.code]).toEqual([415, code]);
        expect(answer.body.message).toContain('save it as .xlsx');
      }
    });

    test.each([
      ['a text with another name', Buffer.from('date,mortality\n2026-11-02,1\n'), 'not_a_workbook'],
      [
        'an archive of other files',
        packZip([{ path: 'a.xml', bytes: Buffer.from('<a/>') }]),
        'not_a_workbook',
      ],
      [
        'a part of a workbook',
        aWorkbook([['date'], ['2026-11-02']]).subarray(0, 200),
        'damaged_workbook',
      ],
      ['a workbook without rows', aWorkbook([]), 'empty_sheet'],
    ])('a workbook that is %s is rejected with the reason', async (_, bytes, code) => {
      const answer = await service.send('POST', '/os/import/daily-logs', {
        body: bytes,
        headers: {
          'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        },
      });
      expect([answer.status, answer.body.code]).toEqual([400, code]);
      expect(answer.body.message).toMatch(/^The Excel workbook cannot be read: .+\. .+\.$/);
      expect(answer.body.issues).toMatchObject([{ path: 'body', code: 'invalid_format' }]);
    });

    test.each([
      ['sep=;\r\nname;phone\r\nA;050-1234567\r\n', 3],
      ['Contacts of the farm\n\nname,phone\nA,050-1234567\n', 4],
      ['Contacts;;\nNovember;;\nname;phone;\nA;050-1234567;\n', 4],
    ])('%j is read below its title', async (body, line) => {
      const path = `/os/import/contacts?farmId=${farm.farmId}&dryRun=true`;
      const answer = await service.send('POST', path, { body, headers: CSV });
      expect(answer.body).toMatchObject({ ok: true, rows: 1, stored: 1 });
      const bad = body.replace('\nA', '\n');
      const refused = await service.send('POST', path, { body: bad, headers: CSV });
      expect(refused.body.issues).toMatchObject([{ line }]);
    });

    test('the flock of a row can be given by the barn it was in on that day', async () => {
      const answer = await service.send('POST', '/os/import/daily-logs', {
        body: 'לול;תאריך;תמותה\nBarn 1;2026-10-29;2\nBARN 1;2026-10-30;1\nBarn 1;2026-09-01;1\n',
        headers: CSV,
      });
      expect(answer.body.issues).toEqual([
        {
          path: 'rows[2].barnId',
          code: 'not_found',
          message:
            '1 of 3 rows are not valid, nothing is stored. Row 3 (line 4): No flock was in the barn on 2026-09-01; name one by its code.',
          reason: { text: 'reason.noFlock', params: { value: '2026-09-01' } },
        },
      ]);
    });

    test('exported data is the same after an import', async () => {
      const texts = fc.sample(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }), 40);
      const notes = ['=1+1', "'=1", '-5', '+1', '@x', 'a,"b"', 'line\nbreak', 'שלום', ...texts];
      const duplicates = notes.map((text, index) => ({ name: `Twin ${index}`, notes: text }));
      await service.send('POST', `/os/import/contacts?farmId=${farm.farmId}&onError=skip`, {
        body: duplicates,
      });
      const path = '/os/export/contacts?q=Twin&fields=farmId,name,kind,notes';
      const exported = await service.send('GET', path);
      expect(exported.headers['content-type']).toBe('text/csv; charset=utf-8');
      expect(exported.headers['content-disposition']).toBe('attachment; filename="contacts.csv"');
      const body = exported.text.replaceAll('Twin ', 'Copy ');
      const imported = await service.send('POST', '/os/import/contacts', { body, headers: CSV });
      expect([imported.status, imported.body.rejected]).toEqual([200, 0]);
      const copies = await service.send('GET', path.replace('q=Twin', 'q=Copy'));
      expect(copies.text.replaceAll('Copy ', 'Twin ')).toBe(exported.text);
    });

    test('an export has every row once, page after page, as CSV and as JSON lines', async () => {
      const { body } = await service.send('GET', '/contacts?limit=1');
      const lines = await service.send('GET', '/os/export/contacts?format=jsonl');
      const ids = lines.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).id);
      expect(new Set(ids).size).toBe(body.meta.total);
      expect(ids).toEqual([...ids].sort());
      const marked = await service.send('GET', '/os/export/flocks?bom=true&fields=code&order=code');
      expect(marked.text).toBe(`\ufeffcode\r\n${code}\r\n`);
    });

    test('a key exports and imports only what it may read and write, on its farms', async () => {
      const other = await createFarm(service, { name: 'Other' });
      const key = await service.createKey({
        scopes: ['read:flocks', 'write:daily-logs'],
        farmIds: [other.farmId],
      });
      const flocks = await service.send('GET', '/os/export/flocks?fields=id', { key });
      expect(flocks.text).toBe(`id\r\n${other.flockId}\r\n`);
      const logs = await service.send('GET', '/os/export/daily-logs', { key });
      expect([logs.status, logs.body.message]).toEqual([
        403,
        expect.stringContaining('read:daily-logs'),
      ]);
      const refused = await service.send('POST', '/os/import/daily-logs', {
        key,
        body: `flockId,date\n${farm.flockId},2026-10-28\n`,
        headers: CSV,
      });
      expect([refused.status, refused.body.code]).toEqual([400, 'not_found']);
      const barns = await service.send('POST', '/os/import/barns', {
        key,
        body: 'name\nX',
        headers: CSV,
      });
      expect(barns.status).toBe(403);
      const runs = await service.send('POST', '/os/import/agent-runs', {
        body: 'kind\nask',
        headers: CSV,
      });
      expect([runs.status, runs.headers['allow']]).toEqual([405, 'GET, HEAD']);
    });
  });
}

describe('PostgreSQL is sent fewer statements than there are rows', () => {
  let service: TestService;
  let farm: TestFarm;
  beforeAll(async () => {
    service = await startTestService('postgres');
    farm = await createFarm(service);
  });
  afterAll(() => service.close());

  const DAY_MILLIS = 86_400_000;
  const at = (index: number, step: number) =>
    new Date(Date.parse('2025-01-01T00:00:00Z') + index * step).toISOString();

  test.each([
    [
      'env-readings of any age',
      'env-readings?',
      'barnId,ts,source,temp',
      (index: number) => `${farm.barnId},${at(index, 60_000)},manual,${20 + (index % 10)}`,
    ],
    [
      'daily-logs with their events and activities',
      'daily-logs?',
      'flockId,date,mortality,feedKg',
      (index: number) => `${farm.flockId},${at(index, DAY_MILLIS).slice(0, 10)},${index % 3},900`,
    ],
    [
      'expenses with their events and activities',
      `expenses?farmId=`,
      'date,amount,category',
      (index: number) => `${at(index, DAY_MILLIS).slice(0, 10)},${100 + index},feed`,
    ],
  ])('%s', async (_, path, heading, rowOf) => {
    const rows = Array.from({ length: 200 }, (_, index) => rowOf(index));
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    onTestFinished(() => sent.mockRestore());
    const place = path.endsWith('=') ? `${path}${farm.farmId}` : path;
    const answer = await service.send('POST', `/os/import/${place}`, {
      body: [heading, ...rows].join('\n'),
      headers: { ...CSV },
    });
    expect([answer.status, answer.body.stored]).toEqual([200, rows.length]);
    // Two round trips for two batches, the audit log and background work.
    expect(sent.mock.calls.length).toBeLessThan(rows.length);
  });
});

describe('a file', () => {
  let service: TestService;
  let farm: TestFarm;
  beforeAll(async () => {
    service = await startTestService();
    farm = await createFarm(service);
  });
  afterAll(() => service.close());

  const send = async (body: unknown, query = '', type = 'text/csv') => {
    const response = await service.service.app.inject({
      method: 'POST',
      url: `/v1/platform/os/import/expenses?farmId=${farm.farmId}&dryRun=true${query}`,
      headers: { authorization: `Bearer ${service.admin}`, 'content-type': type },
      payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body),
    });
    return { status: response.statusCode, body: response.json() };
  };

  test.each([
    [
      'an unknown heading',
      'date,amuont,category\n2026-10-01,1,feed',
      'not_allowed',
      /did you mean amount/,
    ],
    [
      'a field without a column',
      'date,category\n2026-10-01,feed',
      'required',
      /amount is required/,
    ],
    [
      'two columns for one field',
      'date,day,amount,category\n',
      'duplicate_key',
      /Both "date" and "day"/,
    ],
    [
      'an open quote',
      'date,amount,category\n"2026-10-01,1,feed',
      'invalid_format',
      /cannot be read as CSV/,
    ],
    ['nothing', '\n', 'required', /row of headings/],
  ])('a file with %s is rejected as a whole', async (_, body, code, message) => {
    const answer = await send(body);
    expect([answer.status, answer.body.code]).toEqual([400, code]);
    expect(answer.body.message).toMatch(message);
  });

  test('is read by its separator, byte-order mark and encoding', async () => {
    const semicolons = await send('\ufeffdate;amount;category\n2026-10-01;1.240,5;feed');
    expect(semicolons.body).toMatchObject({ ok: true, stored: 1 });
    const wide = Buffer.from('\ufeffdate\tamount\tcategory\n2026-10-01\t5\tfeed', 'utf16le');
    expect((await send(wide)).body).toMatchObject({ ok: true, stored: 1 });
    const hebrew = Buffer.concat([
      Buffer.from('date,amount,category,description\n2026-10-01,5,feed,'),
      Buffer.from([0xfa, 0xf2, 0xf8, 0xe5, 0xe1, 0xfa]),
    ]);
    const refused = await send(hebrew);
    expect(refused.body.message).toBe(
      'Line 2 of the file is not text in UTF-8; it looks like windows-1255: pass encoding=windows-1255, or save it as "CSV UTF-8".',
    );
    expect((await send(hebrew, '&encoding=windows-1255')).body).toMatchObject({ ok: true });
  });

  test('a file of JSON lines or a JSON list has the values of JSON', async () => {
    const row = { date: '2026-10-01', amount: 5, category: 'feed' };
    const lines = `${JSON.stringify(row)}\n{"date":\n${JSON.stringify({ ...row, amount: 'five' })}\n`;
    const answer = await send(lines, '', 'application/x-ndjson');
    expect(answer.body).toMatchObject({ stored: 1, rejected: 2 });
    const issues = answer.body.issues.map(({ line, code }: { line: number; code: string }) => [
      line,
      code,
    ]);
    expect(issues).toEqual([
      [2, 'invalid_json'],
      [3, 'wrong_type'],
    ]);
    expect((await send([row], '', 'application/json')).body).toMatchObject({ stored: 1 });
  });

  test('a file of another kind, or with too many rows, is rejected', async () => {
    const form = await send('a=b', '', 'application/x-www-form-urlencoded');
    expect([form.status, form.body.error]).toEqual([415, 'unsupported_media_type']);
    const rows = '2026-10-01,1,feed\n'.repeat(limits.importRows + 1);
    const many = await send(`date,amount,category\n${rows}`);
    expect([many.status, many.body.code]).toEqual([413, 'too_many_rows']);
    const archive = await send(
      Buffer.from('PK\u0003\u0004 no archive'),
      '',
      'application/octet-stream',
    );
    expect([archive.status, archive.body.code]).toEqual([400, 'damaged_workbook']);
    expect(archive.body.issues).toMatchObject([{ path: 'body', code: 'invalid_format' }]);
  });

  test('more concurrent imports than a key may run are rejected', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 * limits.importsUnderWay }, () =>
        send(`date,amount,category\n${'2026-10-01,1,feed\n'.repeat(300)}`),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(0);
    expect((await send('date,amount,category\n2026-10-01,1,feed')).status).toBe(200);
  });

  test('many unknown names are reported, with a suggestion for the first ones only', async () => {
    const names = Array.from({ length: 60 }, (_, n) => `Suplier ${n}`);
    for (let n = 0; n < 3; n++) {
      const body = { type: 'supplier', name: `Supplier ${n}`, farmId: farm.farmId };
      expect((await service.send('POST', '/contacts', { body })).status).toBe(201);
    }
    const rows = [...names, ...names].map((name) => `2026-10-01,1,feed,${name}\n`).join('');
    const { body } = await send(`date,amount,category,supplier\n${rows}`);
    expect(body.rejected).toBe(120);
    const suggestions = body.issues.map((issue: { suggestion?: string }) => issue.suggestion);
    const suggested = suggestions.map((text: string | undefined) => text !== undefined);
    expect(suggested.slice(0, 60)).toEqual(names.map((_, n) => n < 20));
    // The same name again gets the same answer.
    expect(suggestions.slice(60)).toEqual(suggestions.slice(0, 60));
  });
});
