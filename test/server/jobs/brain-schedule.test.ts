import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createChangedFarms } from '../../../src/platform/core/runtime.ts';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';

const PATIENCE_MILLIS = 30_000;

interface Row {
  readonly id: string;
}

/** The fields read from the responses. */
interface Answer extends Row {
  readonly data: readonly (Row & { readonly source: { readonly rule: string } })[];
  readonly openAlerts: readonly Row[];
  readonly mortality: readonly {
    readonly deaths: number;
    readonly spike: { readonly flag: boolean };
  }[];
  readonly sections: {
    readonly health: {
      readonly flocks: readonly { readonly drivers: readonly { readonly code: string }[] }[];
    };
  };
  readonly totals: {
    readonly openAlerts: Readonly<Record<'critical' | 'warning' | 'info', number>>;
  };
}

describe('a running server', () => {
  let server: RunningServer;
  let [farmId, flockId, logId] = ['', '', ''];
  const today = new Date().toISOString().slice(0, 10);
  const daysAgo = (days: number) =>
    new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10);

  async function call(method: string, path: string, body?: object): Promise<Answer> {
    const key = server.ready.keys['admin'] ?? '';
    const response = await fetch(`${server.ready.baseUrl}/v1/platform${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    expect([path, response.ok]).toEqual([path, true]);
    return (await response.json()) as Answer;
  }

  beforeAll(async () => {
    server = await startServer({
      host: '127.0.0.1',
      port: 0,
      database: { kind: 'memory' },
      logLevel: 'silent',
    });
    farmId = (await call('POST', '/farms', { name: 'Emek Hefer', timezone: 'UTC' })).id;
    const barn: Row = await call('POST', '/barns', { farmId, name: 'Barn 1' });
    const flock = { barnId: barn.id, breed: 'Ross 308', chicksReceived: 20_000 };
    flockId = (await call('POST', '/flocks', { ...flock, placementDate: daysAgo(20) })).id;
    logId = (await call('POST', '/daily-logs', { flockId, date: today, mortality: 5 })).id;
  });
  afterAll(() => server.close());

  test('returns a digest and alerts that agree, whenever they are read after a write', async () => {
    for (const mortality of [240, 5, 300, 6]) {
      await call('PATCH', `/daily-logs/${logId}`, { mortality });
      // The first of these reads is milliseconds after the write. The portfolio is read first: only
      // it triggers the evaluation of the farm.
      const portfolio = await call('GET', '/portfolio');
      const [digest, alerts, insights] = await Promise.all([
        call('GET', `/digest?farmId=${farmId}`),
        call('GET', '/alerts?status=open'),
        call('GET', `/insights?farmId=${farmId}&include=health`),
      ]);
      const ids = (rows: readonly Row[]) => rows.map(({ id }) => id).toSorted();
      const spikes = alerts.data.filter(({ source }) => source.rule === 'mortality_spike');
      expect(ids(digest.openAlerts)).toEqual(ids(alerts.data));
      const { critical, warning, info } = portfolio.totals.openAlerts;
      expect(critical + warning + info).toBe(alerts.data.length);
      const [row] = digest.mortality;
      const [health] = insights.sections.health.flocks;
      const isHigh = mortality > 100;
      expect([row?.deaths, row?.spike.flag, spikes.length]).toEqual([
        mortality,
        isHigh,
        isHigh ? 1 : 0,
      ]);
      expect(health?.drivers.some(({ code }) => code === 'alert')).toBe(isHigh);
    }
  });

  test('evaluates a farm some time after a write, even if nobody reads it', async () => {
    const openCritical = async () => (await call('GET', '/portfolio')).totals.openAlerts.critical;
    const before = await openCritical();
    await call('POST', '/daily-logs', { flockId, date: daysAgo(1), mortality: 4 });
    await call('PATCH', `/daily-logs/${logId}`, { mortality: 280 });
    const until = performance.now() + PATIENCE_MILLIS;
    // A portfolio does not evaluate the rows it reads.
    while ((await openCritical()) === before && performance.now() < until) await sleep(50);
    expect(await openCritical()).toBe(before + 1);
  });
});

describe('farms with pending evaluations', () => {
  const farm = (farmId: string, orgId = 'org_1') => ({ orgId, farmId });
  const all = { orgId: 'org_1', farmIds: 'all' } as const;

  function started() {
    const evaluatedFarms: string[] = [];
    const farms = createChangedFarms();
    let release = () => {};
    let gate = Promise.resolve();
    const end = farms.evaluateWith(
      async ({ farmId }) => {
        await gate;
        evaluatedFarms.push(farmId);
      },
      () => {},
    );
    const close = () => {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    };
    return { farms, judged: evaluatedFarms, end, close, open: () => release() };
  }

  test('are evaluated once each, those that are read first', async () => {
    const { farms, judged } = started();
    for (const id of ['farm_1', 'farm_2', 'farm_2', 'farm_3']) farms.note(farm(id));
    await farms.settle(all, 'farm_3');
    expect(judged).toEqual(['farm_3']);
    await farms.evaluateAll();
    expect(judged).toEqual(['farm_3', 'farm_1', 'farm_2']);
    await farms.settle(all);
    expect(judged).toHaveLength(3);
  });

  test('farms with pending evaluations of other organisations or inaccessible farms do not delay the caller', async () => {
    const { farms, judged } = started();
    for (const each of [farm('farm_1', 'org_2'), farm('farm_2'), farm('farm_3')]) farms.note(each);
    await farms.settle({ orgId: 'org_1', farmIds: ['farm_3'] });
    expect(judged).toEqual(['farm_3']);
    await farms.settle({ orgId: 'org_1', farmIds: ['farm_3'] }, 'farm_2');
    expect(judged).toEqual(['farm_3']);
  });

  test('a reader waits for an evaluation in progress', async () => {
    const { farms, judged, close, open } = started();
    close();
    farms.note(farm('farm_1'));
    const judging = farms.evaluateAll();
    let isSettled = false;
    const reading = farms.settle(all, 'farm_1').then(() => {
      isSettled = true;
    });
    await sleep(0);
    expect([isSettled, judged]).toEqual([false, []]);
    open();
    await Promise.all([judging, reading]);
    expect(judged).toEqual(['farm_1']);
  });

  test('a list makes its reader wait for at most ten of them', async () => {
    const { farms, judged } = started();
    for (let number = 0; number < 25; number++) farms.note(farm(`farm_${number}`));
    await farms.settle(all);
    expect(judged).toHaveLength(10);
  });

  test('farms whose evaluation took long are paused before the next run, the others are not', async () => {
    let now = 0;
    const farms = createChangedFarms(() => now);
    const evaluatedFarms: string[] = [];
    farms.evaluateWith(
      async ({ farmId }) => {
        evaluatedFarms.push(farmId);
        now += farmId === 'large' ? 2000 : 1;
      },
      () => {},
    );
    const noteBoth = () => ['large', 'small'].forEach((id) => void farms.note(farm(id)));
    noteBoth();
    expect(await farms.evaluateAll()).toBe(false);
    now += 1000;
    noteBoth();
    expect(await farms.evaluateAll()).toBe(true);
    expect(evaluatedFarms).toEqual(['large', 'small', 'small']);
    // 2 s of work, 8 s of rest.
    now = 9999;
    expect(await farms.evaluateAll()).toBe(true);
    now = 10_000;
    expect(await farms.evaluateAll()).toBe(false);
    expect(evaluatedFarms.at(-1)).toBe('large');
  });

  test('farms that change during an evaluation wait for the next run', async () => {
    let now = 0;
    const farms = createChangedFarms(() => now++);
    let evaluationCount = 0;
    farms.evaluateWith(
      async ({ farmId }) => {
        evaluationCount += 1;
        if (evaluationCount < 100) farms.note(farm(farmId));
      },
      () => {},
    );
    farms.note(farm('farm_1'));
    expect(await farms.evaluateAll()).toBe(true);
    expect(evaluationCount).toBe(1);
    await farms.evaluateAll();
    expect(evaluationCount).toBe(2);
  });

  test('do not delay reads if no evaluation runs', async () => {
    const { farms, judged, end } = started();
    end();
    farms.note(farm('farm_1'));
    await farms.settle(all);
    await farms.evaluateAll();
    expect(judged).toEqual([]);
  });
});
