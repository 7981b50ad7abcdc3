import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/tools/calendar.ts';
import { openShell, type Shell } from '../support/shell.ts';

let shell: Shell;
beforeAll(async () => {
  shell = await openShell({ content: 'empty' });
});
afterAll(() => shell.close());

type Line = Readonly<Record<string, string>>;

async function readTable(file: string): Promise<Line[]> {
  const path = join(import.meta.dirname, '../data/real', file);
  return parse(await readFile(path), { columns: true, comment: '#' });
}

async function post(path: string, body: object): Promise<{ id: string }> {
  const response = await fetch(`${shell.server.ready.baseUrl}/v1/platform${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${shell.server.ready.keys['admin']}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(response.status, await response.clone().text()).toBe(201);
  return (await response.json()) as { id: string };
}

describe('the chick weights of Crowder and Hand', () => {
  test('are imported as daily logs of four flocks and exported as CSV', async () => {
    const farm = await post('/farms', { name: 'Chick experiment' });
    const lines = await readTable('chick_weight.csv');
    expect(lines).toHaveLength(578);
    for (const diet of ['1', '2', '3', '4']) {
      const barn = await post(`/barns?farmId=${farm.id}`, { name: `Diet ${diet}` });
      const birds = lines.filter((line) => line['diet'] === diet);
      const flock = await post('/flocks', {
        barnId: barn.id,
        code: `DIET-${diet}`,
        placementDate: '2026-10-01',
        chicksReceived: new Set(birds.map((line) => line['chick'])).size,
      });
      for (const log of dailyLogs(birds)) await post('/daily-logs', { ...log, flockId: flock.id });
    }
    const { stdout } = await shell.run(
      'farmctl daily-logs list --flock-id DIET-1 --order date --dir asc --fields date,mortality,avgWeightGr,live -o csv',
    );
    // Calculated manually from the file: 20 chicks on diet 1, of which 4 were lost on the way.
    expect(stdout).toBe(`date,mortality,avgWeightGr,live
2026-10-01,0,41.4,20
2026-10-03,0,47.25,20
2026-10-05,1,56.47,19
2026-10-07,0,66.79,19
2026-10-09,0,79.68,19
2026-10-11,0,93.05,19
2026-10-13,0,108.53,19
2026-10-15,1,123.39,18
2026-10-17,1,144.65,17
2026-10-19,0,158.94,17
2026-10-21,0,170.41,17
2026-10-22,1,177.75,16
`);
    const flocks = await shell.run(
      'farmctl flocks list --order code --dir asc --fields code,live -o tsv --no-header',
    );
    expect(flocks.stdout).toBe('DIET-1\t16\nDIET-2\t10\nDIET-3\t10\nDIET-4\t9\n');
  });
});

/** One log a day that was weighed: the mean, and how many fewer birds there were than before. */
function dailyLogs(birds: readonly Line[]) {
  const days = [...new Set(birds.map((line) => Number(line['day'])))].sort((a, b) => a - b);
  let present = new Set(birds.map((line) => line['chick'])).size;
  return days.map((day) => {
    const weights = birds.filter((line) => Number(line['day']) === day);
    const mortality = present - weights.length;
    present = weights.length;
    const sum = weights.reduce((total, line) => total + Number(line['weight_g']), 0);
    const avgWeightGr = Math.round((sum / weights.length) * 100) / 100;
    return { date: addDays('2026-10-01', day), mortality, avgWeightGr };
  });
}

describe('cost sheets', () => {
  test('the Israeli sheet of July 2017 is imported as expenses that add up to its farm-gate cost', async () => {
    const farm = await post('/farms', { name: 'Tonne of broilers' });
    const lines = await readTable('israel_broiler_cost_sheet_2017_07.csv');
    const end = lines.findIndex((line) => line['item'] === 'total_farm_gate');
    for (const line of lines.slice(0, end)) {
      await post(`/expenses?farmId=${farm.id}`, {
        date: '2017-07-31',
        category: line['item'],
        description: `${line['quantity_per_t']} ${line['unit']}`.trim(),
        amount: Number(line['ils_per_t']),
      });
    }
    const { stdout } = await shell.run(
      "farmctl expenses list --farm 'Tonne of broilers' --all --order amount --fields category,amount -o csv",
    );
    const [header, ...rows] = stdout.trimEnd().split('\n');
    expect(header).toBe('category,amount');
    expect(rows.slice(0, 3)).toEqual(['feed,3919.6', 'day_old_chicks,1403.08', 'misc,348.11']);
    const cents = rows.map((row) => Math.round(Number(row.split(',')[1]) * 100));
    expect(cents.reduce((sum, one) => sum + one, 0)).toBe(698_585);
  });

  test('the costs of nine countries in 2017 are imported as expenses of a farm in euros each', async () => {
    const lines = await readTable('eu_broiler_costs_wageningen_2017.csv');
    const kinds = ['chick', 'feed', 'labour', 'housing', 'other'] as const;
    for (const line of lines) {
      const farm = await post('/farms', { name: `Broilers, ${line['country']}`, currency: 'EUR' });
      for (const kind of kinds) {
        await post(`/expenses?farmId=${farm.id}`, {
          date: '2017-12-31',
          category: kind === 'labour' ? 'labor' : kind,
          amount: Math.round(Number(line[`${kind}_eur_kg`]) * 1000 * 100) / 100,
          description: 'per tonne of live weight',
        });
      }
    }
    const { stdout } = await shell.run(
      "farmctl expenses list --farm 'Broilers, Netherlands' --order amount --fields category,amount -o csv",
    );
    expect(stdout).toBe('category,amount\nfeed,491\nchicks,137\nother,90\nhousing,48\nlabor,36\n');
  });
});
