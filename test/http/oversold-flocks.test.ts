import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const STRICT = { prefer: 'handling=strict', 'accept-language': 'en' };

for (const database of DATABASES) {
  describe(`${database}: a sale of more birds than are alive`, () => {
    let service: TestService;
    let farm: TestFarm;
    let flockId: string;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const barn = await create(service, 'barns', { name: 'Barn 2' }, { farmId: farm.farmId });
      const flock = { barnId: barn.id, placementDate: '2026-10-03', chicksReceived: 1000 };
      flockId = (await create(service, 'flocks', flock)).id;
      await create(service, 'daily-logs', {
        flockId,
        date: '2026-10-20',
        mortality: 40,
        culls: 10,
      });
      await create(service, 'sales', { flockId, date: '2026-10-30', birdsCount: 200 });
    });
    afterAll(() => service.close());

    const gapsOf = async () => {
      const { body } = await service.send('GET', `/gaps?farmId=${farm.farmId}&lang=en`);
      return body.gaps.filter(({ kind }: { readonly kind: string }) => kind === 'birds_exceeded');
    };
    const sell = (birdsCount: number, headers = {}) => {
      const body = { flockId, date: '2026-11-01', birdsCount };
      return service.send('POST', '/sales', { body, headers });
    };

    test('reveals nothing about a flock on a farm that the key does not see', async () => {
      const other = await createFarm(service);
      const key = await service.createKey({ farmIds: [other.farmId] });
      const treatment = { kind: 'antibiotic', product: 'A', notes: 'withdrawal:30d' };
      await create(service, 'treatments', { flockId, date: '2026-10-25', ...treatment });
      const body = { flockId, date: '2026-11-01', birdsCount: 9000, farmId: other.farmId };
      const refused = await service.send('POST', '/sales', { body, headers: STRICT, key });
      expect(refused.status).toBeGreaterThanOrEqual(400);
      expect(JSON.stringify(refused.body)).not.toMatch(/implausible|birds are left|withdrawal/);
      const [treatmentRow] = (await service.send('GET', `/treatments?flockId=${flockId}`)).body
        .data;
      await service.send('DELETE', `/treatments/${treatmentRow.id}`);
    });

    test('is rejected on request, otherwise stored and a gap that names the sale', async () => {
      // 1,000 - 40 - 10 - 200 = 750 are left.
      expect(await gapsOf()).toEqual([]);
      const refused = await sell(751, STRICT);
      expect([refused.status, refused.body.issues]).toEqual([
        400,
        [
          {
            path: 'birdsCount',
            code: 'implausible',
            message: '751 birds were sold, but only 750 birds are left in the flock.',
          },
        ],
      ]);
      const { status, body: sale } = await sell(751);
      // The warning is shown with the stored sale, for every reader.
      expect([status, sale.suspect]).toEqual([201, ['birdsCount']]);
      const [gap] = await gapsOf();
      expect(gap).toMatchObject({ severity: 'warning', fix: { path: `/sales/${sale.id}` } });
      expect(gap.message).toContain('1,001 birds have died or were sold, 1,000 birds came.');

      // Its own birds do not count against a change of the sale.
      const change = (birdsCount: number) =>
        service.send('PATCH', `/sales/${sale.id}`, { body: { birdsCount }, headers: STRICT });
      expect((await change(752)).status).toBe(400);
      const fits = await change(750);
      expect([fits.status, fits.body.suspect]).toEqual([200, []]);
      expect(await gapsOf()).toEqual([]);
    });

    test('a sale from a flock with an unknown number of birds is not compared with 0', async () => {
      const placed = { placementDate: '2026-10-03', chicksReceived: 100 };
      const flock = await create(service, 'flocks', { barnId: farm.barnId, ...placed });
      const sale = { flockId: flock.id, date: '2026-10-30' };
      const first = await create(service, 'sales', { ...sale, birdsCount: 100 });
      const doubtOf = async (id?: string) => {
        const { body } = await service.send(id ? 'PATCH' : 'POST', `/sales${id ? `/${id}` : ''}`, {
          body: { ...sale, birdsCount: 20 },
          headers: STRICT,
        });
        return body.issues?.[0].message;
      };
      // All 100 are sold: 0 are left, a known number.
      expect(await doubtOf()).toBe('20 birds were sold, but only 0 birds are left in the flock.');
      const second = await create(service, 'sales', { ...sale, birdsCount: 150 });
      // 250 of 100 are sold.
      expect(await doubtOf()).toBe(
        '20 birds were sold, but the number of birds left in the flock is unknown: without this sale, 250 birds have already died or been sold, more than the 100 birds that were placed. Correct the deaths, the other sales or the number placed.',
      );
      // Without the sale that is changed, 150 and 100 are sold.
      expect(await doubtOf(first.id)).toMatch(/unknown: without this sale, 150 birds/);
      expect(await doubtOf(second.id)).toMatch(/only 0 birds are left/);
      for (const { id } of [first, second]) await service.send('DELETE', `/sales/${id}`);
      await service.send('DELETE', `/flocks/${flock.id}`);
    });

    test('a page and a single sale are doubted alike, whatever else is on the page', async () => {
      const flock = await create(service, 'flocks', {
        ...{ barnId: farm.barnId, placementDate: '2026-10-03', chicksReceived: 100 },
      });
      // 60 + 50 of 100 birds: the sale recorded last is doubted, today and on its day.
      const sold = { flockId: flock.id, birdsCount: 60, date: '2026-10-30' };
      const first = await create(service, 'sales', sold);
      const planned = { flockId: flock.id, birdsCount: 50, date: '2027-03-01' };
      const second = await create(service, 'sales', planned);
      const listed = (await service.send('GET', `/sales?flockId=${flock.id}`)).body.data;
      const suspects = Object.fromEntries(
        listed.map(({ id, suspect }: { id: string; suspect: string[] }) => [id, suspect]),
      );
      expect(suspects).toEqual({ [first.id]: [], [second.id]: ['birdsCount'] });
      for (const { id } of [first, second]) {
        expect((await service.send('GET', `/sales/${id}`)).body.suspect).toEqual(suspects[id]);
        const [singleSale] = (await service.send('GET', `/sales?flockId=${flock.id}&limit=1`)).body
          .data;
        expect(singleSale.suspect).toEqual(suspects[singleSale.id]);
      }
      for (const { id } of [first, second]) await service.send('DELETE', `/sales/${id}`);
      await service.send('DELETE', `/flocks/${flock.id}`);
    });

    test('deaths get a warning if more birds left than were placed', async () => {
      // 1,000 placed, 200 and 750 sold, 40 + 10 lost: no bird is left for another death.
      const [log] = (await service.send('GET', `/daily-logs?flockId=${flockId}`)).body.data;
      const change = (body: object, headers = {}) =>
        service.send('PATCH', `/daily-logs/${log.id}`, { body, headers });
      const refused = await change({ culls: 11 }, STRICT);
      expect([refused.status, refused.body.issues]).toEqual([
        400,
        [
          {
            path: 'culls',
            code: 'implausible',
            message:
              'With 51 birds lost on Oct 20, 2026, 1,001 birds would have left the flock, but only 1,000 birds were placed. Correct the deaths, the sales or the number placed.',
          },
        ],
      ]);
      const late = { flockId, date: '2026-10-21', mortality: 1 };
      const added = await service.send('POST', '/daily-logs', { body: late, headers: STRICT });
      expect([added.status, added.body.issues[0].path]).toEqual([400, 'mortality']);
      // Fewer deaths than before, and other values, cause no warning.
      expect((await change({ culls: 11 })).status).toBe(200);
      expect((await change({ culls: 10 }, STRICT)).status).toBe(200);
      expect((await change({ notes: 'counted twice' }, STRICT)).status).toBe(200);
    });

    test('a placed number smaller than the birds that left gets a warning', async () => {
      const change = (chicksReceived: number) =>
        service.send('PATCH', `/flocks/${flockId}`, { body: { chicksReceived }, headers: STRICT });
      const refused = await change(999);
      expect([refused.status, refused.body.issues]).toEqual([
        400,
        [
          {
            path: 'chicksReceived',
            code: 'implausible',
            message:
              '1,000 birds have died or been sold, more than the 999 birds that were placed by this number.',
          },
        ],
      ]);
      expect((await change(1000)).status).toBe(200);
    });

    test('the gap and the missing items name the sale that exceeds, not a correct one', async () => {
      const barn = await create(service, 'barns', { name: 'Barn 3' }, { farmId: farm.farmId });
      const flock = { barnId: barn.id, placementDate: '2026-10-03', chicksReceived: 20_000 };
      const { id } = await create(service, 'flocks', flock);
      await create(service, 'daily-logs', { flockId: id, date: '2026-10-20', mortality: 325 });
      const wrong = { flockId: id, date: '2026-10-30', birdsCount: 30_000, totalWeightKg: 60_000 };
      const { id: wrongId } = await create(service, 'sales', wrong);
      const right = { ...wrong, date: '2026-11-01', birdsCount: 2000, totalWeightKg: 5000 };
      const { id: rightId } = await create(service, 'sales', right);
      const fixes = async () => {
        const gaps = await gapsOf();
        const { body } = await service.send(
          'GET',
          `/insights?farmId=${farm.farmId}&include=feed&lang=en`,
        );
        const missing = body.sections.feed.missing.filter(
          ({ code, flockId: of }: { code: string; flockId: string }) =>
            code === 'negative_population' && of === id,
        );
        return [...gaps, ...missing].map(({ fix }) => [fix.method, fix.path, fix.body]);
      };
      const fix = ['PATCH', `/sales/${wrongId}`, { birdsCount: null }];
      expect(await fixes()).toEqual([fix, fix]);
      // 20,000 - 325 = 19,675 are possible, with the correct sale of 2,000 only 17,675.
      const body = { birdsCount: 19_675 };
      expect((await service.send('PATCH', `/sales/${wrongId}`, { body })).status).toBe(200);
      const either = ['PATCH', `/sales/${rightId}`, { birdsCount: null }];
      expect(await fixes()).toEqual([either, either]);
      const mended = { body: { birdsCount: 17_675 } };
      expect((await service.send('PATCH', `/sales/${wrongId}`, mended)).status).toBe(200);
      expect(await fixes()).toEqual([]);
    });

    test('a sale within the withdrawal period gets a warning, in either order of entry', async () => {
      const barn = await create(service, 'barns', { name: 'Barn 4' }, { farmId: farm.farmId });
      const flock = { barnId: barn.id, placementDate: '2026-10-03', chicksReceived: 1000 };
      const { id: treated } = await create(service, 'flocks', flock);
      const treatment = { date: '2026-10-25', kind: 'antibiotic', product: 'Amoxicillin' };
      // Seven days from 25 October: sold on 31 October is too early, on 1 November it is not.
      const treatmentBody = { flockId: treated, ...treatment };
      await create(service, 'treatments', { ...treatmentBody, notes: 'withdrawal:7d' });
      const sold = (date: string, headers: Record<string, string> = STRICT) =>
        service.send('POST', '/sales', {
          body: { flockId: treated, date, birdsCount: 2 },
          headers,
        });
      const { status, body } = await sold('2026-10-31');
      expect([status, body.issues]).toEqual([
        400,
        [
          {
            path: 'date',
            code: 'implausible',
            message:
              'On Oct 31, 2026 the withdrawal of a medicine still runs: the birds may be slaughtered from Nov 1, 2026 on.',
          },
        ],
      ]);
      expect((await sold('2026-10-24')).status).toBe(201);
      const fits = await sold('2026-11-01');
      const stored = await sold('2026-10-31', {});
      expect([fits.status, fits.body.suspect]).toEqual([201, []]);
      expect([stored.status, stored.body.suspect]).toEqual([201, ['date']]);
      const change = (id: string, changes: object) =>
        service.send('PATCH', `/sales/${id}`, { body: changes, headers: STRICT });
      expect((await change(fits.body.id, { date: '2026-10-30' })).status).toBe(400);
      // A stored value causes no further warning with another change.
      expect((await change(stored.body.id, { notes: 'told the vet' })).status).toBe(200);
    });
  });
}
