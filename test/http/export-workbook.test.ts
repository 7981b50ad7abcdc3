import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exportTypes } from '../../src/model/core/fields.ts';
import { limits } from '../../src/model/core/limits.ts';
import { readSheetRows } from '../../src/platform/table-files/read-sheet.ts';
import { createWorkbookWriter } from '../../src/platform/table-files/write-tables.ts';
import { unpackZip } from '../../src/platform/table-files/zip.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const NOTES = ['=1+1', "'=1", '-5', '@x', '<&>"', 'line\nbreak', '_x0041_', 'שלום 🐔', '007'];
const XLSX = { 'content-type': exportTypes.xlsx };

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;

    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      for (const [index, notes] of NOTES.entries()) {
        const log = { flockId: farm.flockId, mortality: index, feedKg: 2140.5, notes };
        await create(service, 'daily-logs', { ...log, date: `2026-10-2${index}` });
      }
    });
    afterAll(() => service.close());

    const exported = async (path: string) => {
      const headers = { authorization: `Bearer ${service.admin}` };
      const url = `/v1/platform/os/export/${path}`;
      return service.service.app.inject({ method: 'GET', url, headers });
    };
    const importInto = (resource: string, body: Buffer, query = '') =>
      service.service.app.inject({
        method: 'POST',
        url: `/v1/platform/os/import/${resource}?farmId=${farm.farmId}${query}`,
        headers: { ...XLSX, authorization: `Bearer ${service.admin}` },
        payload: body,
      });

    test('has typed numbers and days, and text that is never a formula', async () => {
      const path =
        'daily-logs?format=xlsx&fields=date,mortality,feedKg,avgWeightGr,notes&order=date';
      const answer = await exported(`${path}&dir=asc`);
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, exportTypes.xlsx]);
      expect(answer.headers['content-disposition']).toBe('attachment; filename="daily-logs.xlsx"');
      const { headings, rows } = await readSheetRows(answer.rawPayload, 'daily-logs');
      expect(headings).toEqual(['date', 'mortality', 'feedKg', 'avgWeightGr', 'notes']);
      expect(rows.map(({ cells }) => cells)).toEqual(
        NOTES.map((notes, index) => {
          return [new Date(`2026-10-2${index}T00:00:00Z`), index, 2140.5, null, notes];
        }),
      );
      const files = await unpackZip(answer.rawPayload, { mostBytes: 1e7, isWanted: () => true });
      const sheet = Array.isArray(files)
        ? files.find(({ path: at }) => at.includes('sheet1'))
        : undefined;
      expect(Buffer.from(sheet?.bytes ?? []).toString()).not.toMatch(/<f[ >]/);
    });

    test('imported again stores nothing new, and changes nothing', async () => {
      const list = async () => (await service.send('GET', '/daily-logs')).body.data;
      const before = await list();
      const { rawPayload } = await exported('daily-logs?format=xlsx');
      const skipped = await importInto('daily-logs', rawPayload, '&onDuplicate=skip');
      const counts = { ok: true, rows: NOTES.length, stored: 0, updated: 0, rejected: 0 };
      expect(skipped.json()).toMatchObject({ ...counts, skipped: NOTES.length });
      expect(await list()).toEqual(before);
      const updated = await importInto('daily-logs', rawPayload, '&onDuplicate=update');
      expect(updated.json()).toMatchObject({ ...counts, skipped: NOTES.length });
      const again = await list();
      const values = (logs: typeof before) =>
        logs.map(({ date, mortality, notes }: Record<string, unknown>) => [date, mortality, notes]);
      expect(values(again)).toEqual(values(before));
    });

    test('shows times in the time zone of the farm, and an ambiguous time as text', async () => {
      // Jerusalem sets its clocks back on 25 October 2026, from 02:00 to 01:00.
      const instants = [
        '2026-07-01T10:00:00.250Z',
        '2026-10-24T22:30:00.000Z',
        '2026-10-24T23:30:00.000Z',
        '2026-10-26T10:00:00.000Z',
      ];
      for (const ts of instants) {
        await create(service, 'env-readings', {
          barnId: farm.barnId,
          source: 'manual',
          ts,
          temp: 25,
        });
      }
      const path = `env-readings?format=xlsx&farmId=${farm.farmId}&fields=barnId,ts,source,temp&order=ts&dir=asc`;
      const { rawPayload } = await exported(path);
      const { rows } = await readSheetRows(rawPayload, undefined);
      expect(rows.map(({ cells }) => cells[1])).toEqual([
        new Date('2026-07-01T13:00:00.250Z'),
        new Date('2026-10-25T01:30:00Z'),
        '2026-10-24T23:30:00.000Z',
        new Date('2026-10-26T12:00:00Z'),
      ]);
      const report = await importInto('env-readings', rawPayload);
      expect(report.json()).toMatchObject({ ok: true, stored: 4 });
      const { body } = await service.send('GET', '/env-readings?order=ts&dir=asc');
      expect(body.data.map(({ ts }: { ts: string }) => ts)).toEqual(
        instants.flatMap((ts) => [ts, ts]),
      );
    });

    test('truncates a value too long for a cell with a mark, which an import rejects', async () => {
      const { id } = await create(service, 'contacts', { name: 'Long' }, { farmId: farm.farmId });
      const notes = `=${'🐔'.repeat(20_000)}`;
      const sql = 'update contacts set notes = ';
      const { database: stored } = service.service.runtime;
      const values = [notes, id];
      const query = { sql: `${sql}? where id = ?`, text: `${sql}$1 where id = $2`, values };
      await stored.run(query);
      const answer = await exported('contacts?format=xlsx&fields=id,name,notes');
      expect(answer.statusCode).toBe(200);
      const { rows } = await readSheetRows(answer.rawPayload, undefined);
      const cell = String(rows.find(({ cells }) => cells[0] === id)?.cells[2]);
      expect(cell).toMatch(/^=(?:🐔)+ … \[truncated: 40001 characters\]$/u);
      expect(cell).toHaveLength(32_767);
      expect(cell).not.toMatch(/\p{Cs}/u);
      const report = await importInto('contacts', answer.rawPayload, '&onError=skip');
      expect(report.json()).toMatchObject({ stored: 0, rejected: 1 });
      expect(JSON.stringify(report.json())).toContain('notes was truncated by an export');
      const csv = await exported('contacts?format=csv&fields=notes');
      expect(csv.body).toContain(notes);
    });

    test('has no stored entries, which readers like SheetJS reject because of their unknown size', async () => {
      const { rawPayload } = await exported('contacts?format=xlsx');
      const entries = rawPayload.toString('latin1').split('PK\x03\x04').slice(1);
      const methods = entries.map((entry) => entry.charCodeAt(4));
      expect(methods).toEqual([8, 8, 8, 8, 8, 8]);
    });

    test('without rows has its headings', async () => {
      const { rawPayload } = await exported('sales?format=xlsx');
      expect((await readSheetRows(rawPayload, undefined)).rows).toEqual([]);
    });
  });
}

test('a sheet never exceeds its limit', () => {
  const form = {
    name: 'contacts',
    columns: [{ name: 'name', type: 'text' as const }],
    zone: 'UTC',
  };
  const writer = createWorkbookWriter({ ...form, mostBytes: 1000 });
  writer.head();
  writer.rows(['{"name":"One"}']);
  expect(() => writer.rows([JSON.stringify({ name: 'x'.repeat(1000) })])).toThrow('1000 bytes');
});

test('more rows than a workbook can hold are rejected before anything is sent', async () => {
  const service = await startTestService();
  const { farmId } = await createFarm(service);
  await create(service, 'contacts', { name: 'One' }, { farmId });
  const { database } = service.service.runtime;
  const ask = "select name from pragma_table_info('contacts')";
  const columns = await database.all<{ name: string }>({ sql: ask, text: ask, values: [] });
  const names = columns.map(({ name }) => name);
  const values = names.map((name) => (name === 'id' ? "'contact_' || printf('%06d', n)" : name));
  const copy = `with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${limits.exportSheetRows})
    insert into contacts (${names.join()}) select ${values.join()} from contacts cross join numbers`;
  await database.run({ sql: copy, text: copy, values: [] });
  const refused = await service.send('GET', '/os/export/contacts?format=xlsx');
  expect([refused.status, refused.body.issues[0]]).toMatchObject([
    400,
    { path: 'format', code: 'too_many', message: expect.stringContaining('choose the format csv') },
  ]);
  await service.send('DELETE', `/contacts/contact_000001`);
  const headers = { authorization: `Bearer ${service.admin}` };
  const url = '/v1/platform/os/export/contacts?format=xlsx&fields=id';
  const complete = await service.service.app.inject({ method: 'GET', url, headers });
  expect(complete.statusCode).toBe(200);
  await service.close();
});
