import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import type { DemoData, DemoRow } from '../../../src/mock/demo-farm/demo-context.ts';
import { draftDemo } from '../../../src/mock/demo-farm/generate-demo.ts';
import type { Field } from '../../../src/model/core/fields.ts';
import { storedFields, writableFields } from '../../../src/model/core/resource.ts';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../../src/model/resources/registry.ts';
import { checkRow } from '../../../src/model/validation/row-rules.ts';
import { parseCreate } from '../../../src/model/validation/validation.ts';
import { generateDemo } from '../../support/in-one-step.ts';

const NOW = Date.parse('2026-11-21T07:10:00Z');
const TODAY = '2026-11-21';
const FIRST_DAY = '2026-07-24';
const ZONE = 'Asia/Jerusalem';

const demo = generateDemo({ seed: 1, now: NOW, language: 'he' });

/** Rows of a resource with the fields a test reads; absent ones are null. */
// biome-ignore lint/suspicious/noExplicitAny: rows of all resources are read by name here.
function rowsOf(name: ResourceName, data: DemoData = demo): any[] {
  return [...data.rows[name]];
}

function sum(values: readonly (number | null)[]): number {
  return values.reduce<number>((total, value) => total + (value ?? 0), 0);
}

test('the same seed and present give the same bytes', () => {
  const again = generateDemo({ seed: 1, now: NOW, language: 'he' });
  expect(JSON.stringify(again) === JSON.stringify(demo)).toBe(true);
});

test('readings generated later are the same', () => {
  const { rows, readings } = draftDemo({ seed: 1, now: NOW, language: 'he' });
  expect(rows['env-readings']).toEqual([]);
  expect(JSON.stringify([...readings]) === JSON.stringify(demo.rows['env-readings'])).toBe(true);
  expect(JSON.stringify(rows.alerts) === JSON.stringify(demo.rows.alerts)).toBe(true);
});

test('another seed gives another history on the same farms', () => {
  const other = generateDemo({ seed: 2, now: NOW, days: 20, language: 'he' });
  const same = generateDemo({ seed: 1, now: NOW, days: 20, language: 'he' });
  expect(rowsOf('farms', other).map(({ name }) => name)).toEqual(
    rowsOf('farms', same).map(({ name }) => name),
  );
  expect(other.organisation.id).not.toBe(same.organisation.id);
  expect(other.rows['daily-logs']).not.toEqual(same.rows['daily-logs']);
});

test.each(resourceNames)('there are %s', (name) => {
  expect(demo.rows[name].length).toBeGreaterThan(0);
});

test('the number of rows does not slow down the start', () => {
  expect(sum(resourceNames.map((name) => demo.rows[name].length))).toBeLessThan(60_000);
});

describe.each(resourceNames)('%s', (name) => {
  const definition = getResource(name);
  const rows = demo.rows[name];

  test('rows have exactly the common and the stored fields', () => {
    const common = ['id', 'farmId', 'createdAt', 'updatedAt', 'createdBy'];
    const expected = [...common, ...storedFields(definition).map(([field]) => field)].sort();
    const shapes = new Set(rows.map((row) => Object.keys(row).sort().join(' ')));
    expect([...shapes]).toEqual([expected.join(' ')]);
  });

  test('rows satisfy every rule of the model and are in stored form', () => {
    for (const row of sampleOf(rows)) {
      const written = Object.fromEntries(
        writableFields(definition).map(([field]) => [field, row[field]] as const),
      );
      const parsed = parseCreate(definition, written, { zone: ZONE });
      const presentFields = Object.entries(written).filter(([, value]) => value !== null);
      expect(parsed).toMatchObject(Object.fromEntries(presentFields));
      expect(checkRow(definition, row)).toEqual([]);
    }
  });

  test('fields set by the service have the type of their field', () => {
    const system = storedFields(definition).filter(([, { origin }]) => origin === 'system');
    for (const [field, declared] of system) {
      const writable = { ...declared, origin: 'writable' } as Field;
      const definitionOfField = { ...definition, fields: { [field]: writable } };
      for (const row of sampleOf(rows).filter((one) => one[field] !== null)) {
        const parsed = parseCreate(definitionOfField, { [field]: row[field] }, { zone: ZONE });
        expect(parsed[field]).toEqual(row[field]);
      }
    }
  });

  test('references name rows of the same farm', () => {
    const references = storedFields(definition).flatMap(([field, declared]) =>
      declared.type === 'reference' ? [{ field, to: declared.to as ResourceName }] : [],
    );
    for (const { field, to } of references) {
      const farms = new Map(demo.rows[to].map(({ id, farmId }) => [id, farmId]));
      const wrong = rows.filter((row) => {
        const id = row[field];
        if (id === null) return false;
        const farm = farms.get(String(id));
        return farm === undefined || (to !== 'users' && farm !== row.farmId);
      });
      expect(wrong, field).toEqual([]);
    }
  });

  test('rows are written in order and not in the future', () => {
    const present = new Date(NOW).toISOString();
    for (const { createdAt, updatedAt } of rows) {
      expect(createdAt <= updatedAt && updatedAt <= present).toBe(true);
    }
  });

  test('rows belong to a farm of the demo, users to none', () => {
    const farms = new Set(demo.rows.farms.map(({ id }) => id));
    const strays = rows.filter((row) =>
      name === 'users' ? row.farmId !== null : !farms.has(String(row.farmId)),
    );
    expect(strays).toEqual([]);
  });
});

/** All rows of small resources, every 29th of the large ones. */
function sampleOf(rows: readonly DemoRow[]): readonly DemoRow[] {
  return rows.length < 2000 ? rows : rows.filter((_, index) => index % 29 === 0);
}

test('ids are unique and start with the prefix of their resource', () => {
  const ids = resourceNames.flatMap((name) => {
    const { idPrefix } = getResource(name);
    const ownIds = demo.rows[name].map(({ id }) => id);
    expect(ownIds.every((id) => new RegExp(`^${idPrefix}_[0-9A-Z]{26}$`).test(id))).toBe(true);
    return ownIds;
  });
  expect(new Set(ids).size).toBe(ids.length);
});

describe('flocks', () => {
  const flocks = rowsOf('flocks').filter(({ status }) => status !== 'planned');
  /** The logs that count: of two for a day the later one. */
  const logsOf = (flockId: string) => {
    const logs = rowsOf('daily-logs').filter((log) => log.flockId === flockId);
    logs.sort((one, other) => one.updatedAt.localeCompare(other.updatedAt));
    return [...new Map(logs.map((log) => [log.date, log])).values()];
  };
  const salesOf = (flockId: string) => rowsOf('sales').filter((sale) => sale.flockId === flockId);

  test.each(flocks.map((flock) => [flock.code, flock] as const))(
    '%s never has a negative number of birds',
    (_code, flock) => {
      const losses = sum(logsOf(flock.id).map(({ mortality, culls }) => mortality + (culls ?? 0)));
      const sold = sum(salesOf(flock.id).map(({ birdsCount }) => birdsCount));
      expect(flock.chicksReceived - losses - sold).toBeGreaterThanOrEqual(0);
    },
  );

  test('no flock eats feed that was not delivered', () => {
    for (const { id } of flocks) {
      const deliveries = rowsOf('feed-deliveries').filter(({ flockId }) => flockId === id);
      let eaten = 0;
      for (const { date, feedKg } of logsOf(id)) {
        eaten += feedKg ?? 0;
        const here = deliveries.filter((delivery) => delivery.date <= date);
        // Logs are rounded to 10 kg a day.
        expect(sum(here.map(({ quantityKg }) => quantityKg))).toBeGreaterThan(eaten - 250);
      }
    }
  });

  const closed = flocks.filter(({ status }) => status === 'closed');

  test('there are closed flocks of two months at least', () => {
    expect(closed.length).toBeGreaterThanOrEqual(6);
  });

  test.each(closed.map((flock) => [flock.code, flock] as const))(
    '%s was sold completely and has a realistic feed conversion',
    (_code, flock) => {
      const logs = logsOf(flock.id);
      const losses = sum(logs.map(({ mortality, culls }) => mortality + (culls ?? 0)));
      const sold = sum(salesOf(flock.id).map(({ birdsCount }) => birdsCount));
      // Unlogged days hide a few deaths.
      expect(flock.chicksReceived - losses - sold).toBeLessThan(flock.chicksReceived * 0.006);
      const soldKg = sum(salesOf(flock.id).map(({ totalWeightKg }) => totalWeightKg));
      const deliveries = rowsOf('feed-deliveries').filter(({ flockId }) => flockId === flock.id);
      const fcr = sum(deliveries.map(({ quantityKg }) => quantityKg)) / soldKg;
      expect(fcr).toBeGreaterThan(1.45);
      expect(fcr).toBeLessThan(1.95);
      expect(flock.closedAt.slice(0, 10)).toBe(salesOf(flock.id).at(-1).date);
    },
  );

  test('no two flocks are in a barn at the same time', () => {
    for (const barn of rowsOf('barns')) {
      const stays = rowsOf('flocks')
        .filter(({ barnId }) => barnId === barn.id)
        .map((flock) => [flock.placementDate, flock.closedAt?.slice(0, 10) ?? '9999'] as const)
        .sort(([one], [other]) => one.localeCompare(other));
      stays.slice(1).forEach(([placed], index) => {
        const [, left] = stays[index] ?? ['', '9999'];
        // Only a flock on order may wait for one that is still there.
        expect(placed > left || placed > TODAY).toBe(true);
      });
    }
  });

  test('every day of the history has logs', () => {
    const days = new Set(rowsOf('daily-logs').map(({ date }) => date));
    for (let index = 0; index < 120; index++) {
      const day = new Date(Date.parse(FIRST_DAY) + index * 86_400_000).toISOString().slice(0, 10);
      expect(days.has(day), day).toBe(true);
    }
  });

  test('hens lay, and few of their eggs break', () => {
    const hens = rowsOf('daily-logs').filter(({ eggs, ageDays }) => eggs !== null && ageDays > 175);
    const share = sum(hens.map(({ eggsBroken }) => eggsBroken)) / sum(hens.map(({ eggs }) => eggs));
    expect(hens.length).toBeGreaterThan(250);
    expect(share).toBeGreaterThan(0.012);
    expect(share).toBeLessThan(0.045);
  });
});

describe('dates', () => {
  test.each([
    ['daily-logs', 'date', '2025-12-01', TODAY],
    ['sales', 'date', '2025-12-01', TODAY],
    ['expenses', 'date', '2026-05-01', TODAY],
    ['feed-deliveries', 'date', '2025-12-01', TODAY],
    ['treatments', 'date', '2025-12-01', TODAY],
    ['tasks', 'dueDate', '2026-06-20', '2026-12-31'],
    ['flocks', 'placementDate', '2025-12-01', '2026-12-15'],
    ['medicine', 'expiryDate', '2026-10-01', '2028-12-31'],
  ] as const)('%s have %s between %s and %s', (name, field, from, to) => {
    const days = rowsOf(name)
      .map((row) => row[field] as string)
      .sort();
    expect(days[0] && days[0] >= from).toBe(true);
    expect(days.at(-1)?.localeCompare(to)).toBeLessThanOrEqual(0);
  });

  test('only the weather forecast is in the future', () => {
    const forecasts = rowsOf('env-readings').filter(({ ts }) => Date.parse(ts) > NOW);
    expect(forecasts.length).toBeGreaterThan(20);
    expect(new Set(forecasts.map(({ source }) => source))).toEqual(new Set(['weather']));
  });
});

describe('trade and money', () => {
  test('every delivered order has its delivery, and every delivery its order', () => {
    const deliveries = new Map(rowsOf('feed-deliveries').map((row) => [row.id, row]));
    const delivered = rowsOf('feed-orders').filter(({ status }) => status === 'delivered');
    expect(delivered).toHaveLength(deliveries.size);
    for (const order of delivered) {
      expect(deliveries.get(order.deliveryId)).toMatchObject({
        feedOrderId: order.id,
        flockId: order.flockId,
        date: order.deliveredAt,
        quantityKg: order.quantityKg,
        supplierId: order.supplierId,
      });
    }
  });

  test('feed and chicks have their share of the cost, as in the sheet of 2017', () => {
    const sheet: { item: string; share_pct_of_farm_gate: string }[] = parse(
      readFileSync('test/data/real/israel_broiler_cost_sheet_2017_07.csv', 'utf8'),
      { columns: true, comment: '#', relax_column_count: true },
    );
    const shareOf = (item: string) =>
      Number(sheet.find((row) => row.item === item)?.share_pct_of_farm_gate);
    const [farm] = rowsOf('farms');
    const closed = rowsOf('flocks').filter(
      (flock) => flock.farmId === farm.id && flock.status === 'closed',
    );
    const ids = new Set(closed.map(({ id }) => id));
    const feed = sum(
      rowsOf('feed-deliveries')
        .filter(({ flockId }) => ids.has(flockId))
        .map(({ totalCost }) => totalCost),
    );
    const chicks = sum(closed.map(({ orderTotal }) => orderTotal));
    const medicine = sum(
      rowsOf('treatments')
        .filter(({ flockId }) => ids.has(flockId))
        .map(({ cost }) => cost),
    );
    const ownExpenses = rowsOf('expenses').filter(({ flockId }) => ids.has(flockId));
    const shared = rowsOf('expenses').filter(
      (row) => row.farmId === farm.id && row.flockId === null,
    );
    const birdsClosed = sum(closed.map(({ chicksReceived }) => chicksReceived));
    // A month of shared costs is for one set of barns; a flock occupies its barn for 1.9 months.
    const monthlyPerBird = sum(shared.map(({ amount }) => amount)) / 4 / 86_000;
    const total =
      feed +
      chicks +
      medicine +
      sum(ownExpenses.map(({ amount }) => amount)) +
      monthlyPerBird * 1.9 * birdsClosed;
    expect(Math.abs((feed / total) * 100 - shareOf('feed'))).toBeLessThan(6);
    expect(Math.abs((chicks / total) * 100 - shareOf('day_old_chicks'))).toBeLessThan(8);
  });

  test('an awarded tender has one accepted bid and rejected the others', () => {
    const awarded = rowsOf('tenders').filter(({ status }) => status === 'awarded');
    expect(awarded.length).toBeGreaterThan(0);
    for (const { id } of awarded) {
      const states = rowsOf('tender-bids')
        .filter(({ tenderId }) => tenderId === id)
        .map(({ status }) => status)
        .sort();
      expect(states).toEqual(['accepted', 'rejected', 'rejected']);
    }
  });

  test('birds are treated with medicine in stock on their farm', () => {
    const stocked = new Set(rowsOf('medicine').map(({ farmId, name }) => `${farmId} ${name}`));
    const used = rowsOf('treatments').filter(({ kind }) => kind !== 'lab_test');
    expect(used.filter(({ farmId, product }) => !stocked.has(`${farmId} ${product}`))).toEqual([]);
  });
});

describe('the present', () => {
  const barns = new Map(rowsOf('barns').map(({ id, name }) => [id, name]));
  const flockIn = (name: string) =>
    rowsOf('flocks').find(
      ({ barnId, status }) => barns.get(barnId) === name && !['closed', 'planned'].includes(status),
    );
  const isOpen = ({ status }: { status: string }) => ['open', 'acknowledged'].includes(status);

  test('an outbreak has a critical alert with the figures of the log', () => {
    const flock = flockIn('לול 3');
    const alert = rowsOf('alerts').find(
      (row) =>
        row.flockId === flock.id &&
        row.severity === 'critical' &&
        row.category === 'mortality' &&
        isOpen(row),
    );
    const log = rowsOf('daily-logs').find(
      ({ flockId, date }) => flockId === flock.id && date === TODAY,
    );
    expect(alert.title).toContain(`${log.mortality}`);
    expect(log.mortality / flock.chicksReceived).toBeGreaterThan(0.005);
  });

  test('one flock of the broiler farm has no log today', () => {
    const [farm] = rowsOf('farms');
    const active = rowsOf('flocks').filter(
      (row) => row.farmId === farm.id && ['active', 'selling'].includes(row.status),
    );
    const logged = new Set(
      rowsOf('daily-logs').flatMap(({ flockId, date }) => (date === TODAY ? [flockId] : [])),
    );
    expect(
      active.filter(({ id }) => !logged.has(id)).map(({ barnId }) => barns.get(barnId)),
    ).toEqual(['לול 2']);
  });

  test('questions of workers are unanswered, one since yesterday', () => {
    const open = rowsOf('field-reports').filter(
      ({ isQuestion, replyText }) => isQuestion && replyText === null,
    );
    const hours = open.map(({ createdAt }) => (NOW - Date.parse(createdAt)) / 3_600_000);
    expect(open.map(({ lang }) => lang).sort()).toEqual(['es', 'zh']);
    expect(Math.max(...hours)).toBeGreaterThan(24);
  });

  test('feed is late and the silo nearly empty', () => {
    const flock = flockIn('לול 1');
    const late = rowsOf('feed-orders').filter(
      (row) => row.flockId === flock.id && row.status === 'confirmed' && row.dueDate < TODAY,
    );
    const logs = rowsOf('daily-logs').filter(({ flockId }) => flockId === flock.id);
    const delivered = rowsOf('feed-deliveries').filter(({ flockId }) => flockId === flock.id);
    const stock =
      sum(delivered.map(({ quantityKg }) => quantityKg)) - sum(logs.map(({ feedKg }) => feedKg));
    const lastUse = logs.filter(({ feedKg }) => feedKg !== null).at(-1).feedKg;
    expect(late).toHaveLength(1);
    expect(stock / lastUse).toBeGreaterThan(0.5);
    expect(stock / lastUse).toBeLessThan(1.5);
  });

  test('medicine is expired, low and used up', () => {
    const stock = rowsOf('medicine');
    expect(stock.some(({ expiryDate }) => expiryDate < TODAY)).toBe(true);
    expect(stock.some(({ quantity, minQuantity }) => quantity > 0 && quantity < minQuantity)).toBe(
      true,
    );
    expect(stock.some(({ quantity }) => quantity === 0)).toBe(true);
  });

  test('something is overdue, failing, broken and unknown', () => {
    expect(rowsOf('tasks').some((row) => isOpen(row) && row.dueDate < TODAY)).toBe(true);
    expect(rowsOf('integrations').some(({ status }) => status === 'failing')).toBe(true);
    expect(rowsOf('devices').map(({ status }) => status)).toEqual(
      expect.arrayContaining(['fault', 'offline']),
    );
    const keys = new Set(rowsOf('devices').map(({ sourceKey }) => sourceKey));
    const strangers = rowsOf('vision-events').filter(({ source }) => !keys.has(source));
    expect(new Set(strangers.map(({ source }) => source))).toEqual(new Set(['cam-new-04']));
    expect(strangers.every(({ deviceId }) => deviceId === null)).toBe(true);
  });

  test('the small farm lacks coordinates and contacts', () => {
    const small = rowsOf('farms').find(({ latitude }) => latitude === null);
    expect(rowsOf('contacts').filter(({ farmId }) => farmId === small.id)).toEqual([]);
  });

  test('every role is assigned', () => {
    expect(new Set(rowsOf('users').map(({ role }) => role))).toEqual(
      new Set(['owner', 'admin', 'manager', 'worker', 'vet', 'advisor', 'accountant', 'viewer']),
    );
  });
});

test.each([
  ['at night', '2026-01-14T22:30:00Z'],
  ['when the clocks go forward', '2026-03-27T01:00:00Z'],
  ['on a summer evening', '2026-07-30T16:00:00Z'],
])('a demo can start %s', (_when, text) => {
  const now = Date.parse(text);
  const data = generateDemo({ seed: 5, now, days: 30, language: 'he' });
  for (const name of resourceNames) {
    expect(data.rows[name].length, name).toBeGreaterThan(0);
    expect(data.rows[name].every(({ updatedAt }) => Date.parse(updatedAt) <= now)).toBe(true);
  }
});
