import type { Locator, Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../src/tools/calendar.ts';
import { navigate } from '../support/console-screens.ts';
import type { ConsoleStage } from '../support/console-stage.ts';

const PHONE = { width: 360, height: 640 };

type Answer = Readonly<Record<string, unknown>>;

/** The figures of the dashboard that the screens show for a barn. */
interface BarnNumbers {
  readonly barnId: string;
  readonly barn: string;
  readonly live: number;
  readonly mortality: { readonly deaths: number };
  readonly weightG: number;
  readonly feedDaysLeft: number;
  readonly climate: Readonly<Record<'temp' | 'humidity' | 'co2' | 'nh3', number>> & {
    readonly status: string;
    readonly last?: BarnNumbers['climate'];
  };
}

/** A number as English and Hebrew write it, rounded away from zero at a half. */
function written(value: number | null, decimals = 0): string | undefined {
  if (value === null) return undefined;
  const [whole = '', rest = ''] = (Math.round(value * 10 ** decimals) / 10 ** decimals)
    .toString()
    .split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',');
  return rest === '' ? grouped : `${grouped}.${rest}`;
}

const twoDecimals = new Intl.NumberFormat('en', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
});

/** The first number of each value of a list of values; undefined if it has none. */
async function numbersOf(list: Locator): Promise<(string | undefined)[]> {
  const texts = await list.locator('dd > bdi').allInnerTexts();
  // The hyphen of a Hebrew prefix ("about") is not a sign.
  return texts.map((text) => /(?:(?<!\p{L})[-+])?\d[\d,.]*/u.exec(text)?.[0]);
}

/** Tests of single values, dialogs and bars. */
export function describeDetails(stage: ConsoleStage): void {
  const { open, pathOf, firstOf, call, listOf, farmWithFlock } = stage;

  describe.each(['en', 'he'])('the figures of a farm in %s', (locale) => {
    test('equal the API on Today, the farm, its barns and a flock', async () => {
      const farmId = (await firstOf('farms'))['id'] ?? '';
      const { page } = await open(`/?farm=${farmId}`, { locale });
      for (const path of ['/', `/farms/${farmId}`]) {
        await navigate(page, `${path}?farm=${farmId}`);
        await page.locator('main li h3').first().waitFor();
        await expect.poll(() => shownOf(page), { message: path }).toEqual(await told(farmId));
      }
      const { barns } = (await call('GET', `/os/dashboard?farmId=${farmId}`)) as unknown as {
        readonly barns: readonly BarnNumbers[];
      };
      for (const barn of barns) {
        await navigate(page, `/barns/${barn.barnId}?farm=${farmId}`);
        await page.getByRole('heading', { name: barn.barn, level: 1 }).waitFor();
        const card = page.locator('main li:has(h3)');
        await expect.poll(() => numbersOf(card), { message: barn.barn }).toEqual(numbersIn(barn));
      }
      const flock = (await firstOf('flocks')) as Answer;
      await navigate(page, `/flocks/${flock['id']}?farm=${farmId}`);
      await page.getByRole('heading', { name: String(flock['code']), level: 1 }).waitFor();
      const benchmark = await benchmarkOf(farmId, String(flock['id']));
      await expect
        .poll(() => numbersOf(page.locator('main dl').first()))
        .toEqual([
          written(flock['live'] as number),
          written(flock['cumMortality'] as number),
          written(flock['weightG'] as number),
          benchmark['fcr']?.toFixed(2),
          written(benchmark['epef'] ?? null),
        ]);
    });

    /** The figures of the farm, and those of each barn by its name. */
    async function shownOf(page: Page): Promise<unknown> {
      const cards = page.locator('main li:has(h3)');
      const barns = await Promise.all(
        (await cards.all()).map(async (card) => [
          await card.locator('h3').innerText(),
          await numbersOf(card),
        ]),
      );
      return {
        figures: await numbersOf(page.locator('main dl').first()),
        barns: Object.fromEntries(barns),
      };
    }
  });

  /** The same as in the API. */
  async function told(farmId: string): Promise<unknown> {
    const answer = (await call('GET', `/os/dashboard?farmId=${farmId}`)) as unknown as {
      readonly figures: Readonly<
        Record<'mortality' | 'feedKg' | 'waterL', { today: number | null }>
      > & {
        readonly birds: number;
        readonly weightDeviationPct: number;
      };
      readonly barns: readonly BarnNumbers[];
    };
    const { birds, mortality, feedKg, waterL, weightDeviationPct } = answer.figures;
    const deviation = twoDecimals.format(weightDeviationPct);
    return {
      figures: [
        written(birds),
        ...[mortality, feedKg, waterL].map(({ today }) => written(today)),
        weightDeviationPct > 0 ? `+${deviation}` : deviation,
      ],
      barns: Object.fromEntries(answer.barns.map((barn) => [barn.barn, numbersIn(barn)])),
    };
  }

  function numbersIn({ live, mortality, weightG, feedDaysLeft, climate }: BarnNumbers) {
    const { temp, humidity, co2, nh3 } = climate.last ?? climate;
    return [
      ...[written(live), written(mortality.deaths), written(weightG), written(feedDaysLeft, 1)],
      ...[written(temp, 1), written(humidity), written(co2), written(nh3, 1)],
    ];
  }

  async function benchmarkOf(farmId: string, flockId: string) {
    const { sections } = (await call(
      'GET',
      `/insights?farmId=${farmId}&include=benchmark`,
    )) as unknown as {
      readonly sections: {
        readonly benchmark: {
          readonly rows: readonly { flockId: string; metric: string; value: number | null }[];
        };
      };
    };
    const own = sections.benchmark.rows.filter((row) => row.flockId === flockId);
    return Object.fromEntries(own.map(({ metric, value }) => [metric, value]));
  }

  describe('a number of birds', () => {
    test('that is an upper bound is labelled as one, as in the CLI', async () => {
      const { farmId, flockId, date } = await farmWithFlock();
      const { barnId } = await call('GET', `/flocks/${flockId}`);
      // Of the days since then one is logged.
      await call('PATCH', `/flocks/${flockId}`, { placementDate: addDays(date, -5) });
      await call('POST', '/daily-logs', { flockId, date: addDays(date, -1), mortality: 2 });
      const { page } = await open(`/farms/${farmId}?farm=${farmId}`);
      const paths = [`/farms/${farmId}`, `/barns/${barnId}`, `/flocks/${flockId}`, '/'];
      for (const path of paths) {
        await navigate(page, `${path}?farm=${farmId}`);
        await page.locator('main h1').waitFor();
        await page.locator('main dd', { hasText: 'at most 998' }).first().waitFor();
      }
      const { name } = await call('GET', `/farms/${farmId}`);
      await navigate(page, '/portfolio');
      const row = page.locator('tbody tr').filter({ hasText: name ?? '' });
      await row.getByText('≤998').waitFor();
      await page.getByText('≤ at most: deaths are not logged on every day').waitFor();
    });

    test('based on days without feed values is marked as an estimate', async () => {
      const { farmId, flockId, date } = await farmWithFlock();
      await call('PATCH', `/flocks/${flockId}`, { placementDate: addDays(date, -20) });
      // 12 g per bird on the first day and 5 g more on each; the tenth is not logged, and between
      // 57 g and 67 g. Together 21 * 12 + 5 * 210 = 1302 g, for 900 g of weight: 1.45.
      for (let age = 0; age <= 20; age += 1) {
        await call('POST', '/daily-logs', {
          ...{ flockId, date: addDays(date, age - 20), mortality: 0 },
          ...(age === 10 ? {} : { feedKg: 12 + 5 * age }),
          ...(age === 20 ? { avgWeightGr: 900 } : {}),
        });
      }
      const { page } = await open(`/flocks/${flockId}?farm=${farmId}`);
      await page.locator('main dd', { hasText: 'about 1.45' }).waitFor();
      for (const path of ['/feed', '/insights']) {
        await navigate(page, `${path}?farm=${farmId}`);
        await page.getByText('≈1.45').first().waitFor({ state: 'attached' });
        await page.getByText('≈ estimate: feed of days').first().waitFor({ state: 'attached' });
      }
      // Of 2,000 kg, 1,302 kg are eaten, an estimate like the figures that hold it.
      const placed = addDays(date, -20);
      const delivery = { flockId, date: placed, quantityKg: 2000, totalCost: 1000 };
      await call('POST', '/feed-deliveries', delivery);
      await navigate(page, `/feed?farm=${farmId}`);
      await page.locator('main dd', { hasText: /^about 698 kg$/ }).waitFor();
      const assumed = '3 days, assumed: no order with its delivery is recorded';
      await page.locator('main dd', { hasText: assumed }).waitFor();
      await navigate(page, `/money?farm=${farmId}`);
      const note = 'the cost holds about 698 kg of feed (about ₪349) that is not eaten yet.';
      await page.getByText(note).first().waitFor();
    });

    test('of deaths and money are not exact where days or amounts are missing', async () => {
      const { farmId, flockId, date } = await farmWithFlock();
      await call('PATCH', `/flocks/${flockId}`, { placementDate: addDays(date, -10) });
      const log = { flockId, date: addDays(date, -5), mortality: 7 };
      await call('POST', '/daily-logs', log);
      const expense = { farmId, date, category: 'electricity', amount: 310.5 };
      await call('POST', '/expenses', expense);
      const { page } = await open(`/flocks/${flockId}?farm=${farmId}`);
      const dead = page.locator('main div', { hasText: /^Dead to date/ });
      await dead.last().waitFor();
      expect(await dead.last().locator('dd > bdi').innerText()).toBe('at least 7');
      await navigate(page, `/money?farm=${farmId}`);
      // The whole expense is the share of the only flock; no loss has a known amount.
      await page.getByText('Expenses of months without birds').waitFor();
      await page.getByText('Including its share of common expenses').first().waitFor();
      expect(await page.getByText('₪310.50').count()).toBeGreaterThan(0);
      expect(await page.getByText('Money lost, known amounts').count()).toBe(0);
    });
  });

  describe('farms', () => {
    test('of equal urgency are in natural order', async () => {
      const mark = `Ordered ${Date.now()}`;
      for (const n of [10, 2, 1]) await call('POST', '/farms', { name: `${mark} farm ${n}` });
      const { page } = await open('/portfolio');
      const names = page.locator('tbody th', { hasText: mark });
      await names.nth(2).waitFor();
      expect(await names.allInnerTexts()).toEqual([1, 2, 10].map((n) => `${mark} farm ${n}`));
    });
  });

  describe('a conflict', () => {
    test('is shown with units and currency on both sides', async () => {
      const { flockId } = await farmWithFlock();
      await call('PATCH', `/flocks/${flockId}`, { targetWeightKg: 2.4, pricePerChick: 3 });
      const { page } = await open(`/records/flocks/${flockId}/edit`);
      await page.locator('[name=targetWeightKg]').fill('2');
      await page.locator('[name=pricePerChick]').fill('3.5');
      await call('PATCH', `/flocks/${flockId}`, { targetWeightKg: 2.6, pricePerChick: 4 });
      await page.getByRole('button', { name: 'Save' }).click();
      const dialog = page.getByRole('dialog');
      const values = (legend: string) =>
        dialog.getByRole('group', { name: legend }).locator('strong').allInnerTexts();
      await dialog.getByRole('group', { name: 'Target weight' }).waitFor();
      expect(await values('Target weight')).toEqual(['2.6 kg', '2 kg']);
      expect(await values('Price per chick')).toEqual(['₪4.00', '₪3.50']);
    });
  });

  describe('amounts', () => {
    test('have inputs labelled with their currency', async () => {
      const farmId = (await firstOf('farms'))['id'];
      const { page } = await open(`/records/flocks/new?farm=${farmId}`);
      await page.getByLabel('Price per chick, ILS').waitFor();
      await page.keyboard.press('Control+k');
      const dialog = page.locator('dialog[open]');
      await dialog.getByRole('combobox').fill('New order');
      await dialog.getByRole('option', { name: 'New order' }).first().click();
      await dialog.getByLabel('Price per t, ILS').waitFor();
    });
  });

  describe('a dialog', () => {
    test('moves the focus to the first invalid field', async () => {
      const { page } = await open(await pathOf('/tasks?farm={farms}'), { viewport: PHONE });
      await page.locator('main h1').waitFor();
      await page.keyboard.press('Control+k');
      const dialog = page.locator('dialog[open]');
      await dialog.getByRole('combobox').fill('New order');
      await dialog.getByRole('option', { name: 'New order' }).first().click();
      await dialog.getByRole('button', { name: 'Next' }).click();
      const field = dialog.locator('[aria-invalid=true]:focus');
      await field.waitFor();
      const { y: top = 0 } = (await field.boundingBox()) ?? {};
      const { y: end = 0 } = (await dialog.locator('footer').boundingBox()) ?? {};
      expect(top).toBeGreaterThan(0);
      expect(top).toBeLessThan(end);
    });

    test('does not break a flock code in its title, in Hebrew on a phone', async () => {
      const { id } = await firstOf('flocks');
      const { page } = await open(`/records/flocks/${id}`, { locale: 'he', viewport: PHONE });
      await page.getByRole('button', { name: 'מחיקה' }).click();
      const code = page.getByRole('dialog').locator('h2 [data-code]');
      await code.waitFor();
      const lines = await code.evaluate(
        (element) =>
          (element as unknown as { getClientRects(): unknown[] }).getClientRects().length,
      );
      expect(lines).toBe(1);
    });

    test('of choices keeps its input in place while the choices change', async () => {
      const { page } = await open('/unsent', { viewport: PHONE });
      await page.locator('main h1').waitFor();
      await page.keyboard.press('Control+k');
      const input = page.locator('dialog[open]').getByRole('combobox');
      const before = await input.boundingBox();
      await input.fill('no such thing');
      await page.getByText('Nothing found.').waitFor();
      expect((await input.boundingBox())?.y).toBe(before?.y);
    });

    test('has a full-width button bar without other content', async () => {
      const { page } = await open(await pathOf('/notices?farm={farms}'), { viewport: PHONE });
      await page.getByRole('button', { name: 'Edit duty plan' }).click();
      const form = page.locator('dialog[open] form');
      await form.locator('footer').waitFor();
      const [whole, bar] = await Promise.all([
        form.boundingBox(),
        form.locator('footer').boundingBox(),
      ]);
      expect(bar?.width).toBe(whole?.width);
    });
  });

  describe('the form of the daily log', () => {
    test('has the temperatures behind the other figures, folded until they are used', async () => {
      const { farmId } = await farmWithFlock();
      const { page } = await open(`/log?farm=${farmId}`, { viewport: PHONE });
      await page.getByText('Not logged yet').waitFor();
      const lowest = page.getByLabel(/^Lowest temp/);
      expect(await lowest.isVisible()).toBe(false);
      await page.locator('main form summary').click();
      await lowest.fill('24.5');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByText('Saved', { exact: true }).first().waitFor();
      await page.reload();
      await lowest.waitFor();
      expect(await lowest.inputValue()).toBe('24.5');
    });
  });

  describe('names in lists', () => {
    test('are not their ids while they are loaded', async () => {
      const { page } = await open('/people');
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/users*', async (route) => {
        await gate;
        await route.continue();
      });
      await navigate(page, await pathOf('/tasks?farm={farms}'));
      await page.locator('main').getByText('…', { exact: true }).first().waitFor();
      expect(await page.locator('main').innerText()).not.toMatch(
        /(?:user|flock|barn)_[0-9A-Z]{20}/,
      );
      release();
    });
  });

  describe('the top bar of a phone', () => {
    test('keeps its controls on one line while the service is unreachable and entries are queued', async () => {
      const { farmId } = await farmWithFlock();
      const { page } = await open(`/log?farm=${farmId}`, { viewport: PHONE });
      await page.getByText('Not logged yet').waitFor();
      await page.context().setOffline(true);
      await page.getByLabel('Deaths', { exact: true }).fill('7');
      await page.getByRole('button', { name: 'Save' }).click();
      await page.getByRole('link', { name: '1 entry not sent' }).waitFor();
      const tops = await page.evaluate<number[]>(`[...document.querySelectorAll(
        'body header :is(select, button)')]
        .filter((control) => !control.closest('main') && control.offsetParent)
        .map((control) => Math.round(control.getBoundingClientRect().top))`);
      expect(tops.length).toBeGreaterThan(2);
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
    });
  });

  describe('lists', () => {
    test('of people are in the order of their names', async () => {
      const { page } = await open('/people');
      const names = page.locator('tbody th');
      await names.nth(5).waitFor();
      const shown = await names.allInnerTexts();
      expect(shown).toEqual(shown.toSorted((one, other) => one.localeCompare(other, 'en')));
    });

    test('of connections mark only working ones as working', async () => {
      const { page } = await open(await pathOf('/integrations?farm={farms}'));
      const entries = page.locator('main li');
      await entries.nth(3).waitFor();
      const working = entries.filter({ has: page.locator('[data-severity=ok]') });
      const texts = await working.allInnerTexts();
      expect(await entries.filter({ hasText: 'paused' }).count()).toBeGreaterThan(0);
      expect(texts.filter((text) => !text.includes('active'))).toEqual([]);
    });
  });

  describe('sentences of rules, commands and barns', () => {
    test('begin with a capital letter, and name measures in lower case', async () => {
      const farmId = (await firstOf('farms'))['id'];
      const { page } = await open(`/automations?farm=${farmId}`, { locale: 'es' });
      await page.getByText('Sin valor de \u2068temperatura\u2069').first().waitFor();
      await navigate(page, `/farms/${farmId}?farm=${farmId}`);
      await page.locator('main li h3').first().waitFor();
      const reasons = await page.locator('main li > p[dir=auto]').allInnerTexts();
      expect(reasons.length).toBeGreaterThan(0);
      expect(reasons.filter((reason) => /^\p{Ll}/u.test(reason))).toEqual([]);
    });

    test('name the source of a command, never an internal component', async () => {
      const { data } = await listOf('/controller-commands?limit=200');
      const { barnId } = data.find(({ requestedBy }) => requestedBy === 'brain') ?? {};
      const { page } = await open(`/barns/${barnId}`, { locale: 'es' });
      await page.getByText('revisión automática').first().waitFor();
      expect(await page.getByText('brain', { exact: true }).count()).toBe(0);
    });
  });
}
