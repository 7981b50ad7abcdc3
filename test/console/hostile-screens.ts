import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../src/model/resources/registry.ts';
import { overflowOf } from '../support/browser.ts';
import { navigate, SCREENS } from '../support/console-screens.ts';
import type { ConsoleStage } from '../support/console-stage.ts';
import { HOSTILE_TEXTS, withHostileRows } from '../support/hostile-rows.ts';

const MAIN = SCREENS.filter(([path]) => !path.startsWith('/records/'));
const SIZES = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const;

/** Screens of a farm with malicious texts; it replaces the data of the service. */
export function describeHostileText(stage: ConsoleStage): void {
  test('texts of every resource are neutralised and shown verbatim', async () => {
    await stage.call('POST', '/webhooks', { url: 'https://hooks.example.com', events: ['*'] });
    const paths = await everyPath(stage);
    const saved = await stage.transfer('GET', '/os/mock/snapshot');
    await stage.transfer('PUT', '/os/mock/snapshot', await withHostileRows(saved));
    const { page, faults } = await stage.open('/portfolio');
    await page.locator('table').waitFor();
    page.on('dialog', (dialog) => {
      faults.push(`dialog: ${dialog.message()}`);
      void dialog.dismiss();
    });
    const found: string[] = [];
    const shown = new Set<string>();
    for (const [path, ready] of paths) {
      await navigate(page, path);
      await page.locator(ready).first().waitFor();
      await expect.poll(() => page.locator('[aria-busy]').count(), { message: path }).toBe(0);
      const report = await page.evaluate<Report>(REPORT);
      for (const text of report.texts) shown.add(text);
      found.push(...report.harm.map((harm) => `${path}: ${harm}`));
      found.push(...faults.splice(0).map((fault) => `${path}: ${fault}`));
      for (const size of SIZES)
        found.push(...(await overflowAt(page, size)).map((by) => `${path}: ${by}`));
    }
    expect(found).toEqual([]);
    for (const text of HOSTILE_TEXTS) {
      expect([...shown].some((line) => line.includes(text.trim().slice(0, 40)))).toBe(true);
    }
    await page.context().close();
  }, 900_000);
}

/**
 * Each screen, and for each resource its list, a record and its form, with a text that shows it is
 * there.
 */
async function everyPath(stage: ConsoleStage): Promise<readonly (readonly [string, string])[]> {
  const paths: (readonly [string, string])[] = [];
  for (const [template, ready] of MAIN) paths.push([await stage.pathOf(template), ready]);
  for (const name of resourceNames) paths.push(...(await pathsOf(stage, name)));
  return paths;
}

async function pathsOf(stage: ConsoleStage, name: ResourceName) {
  const { data } = await stage.listOf(`/${name}?limit=1`);
  const record = `/records/${name}/${data[0]?.['id']}`;
  return [
    [`/records/${name}`, 'main tbody'],
    [record, 'main dl'],
    ...(getResource(name).readOnly ? [] : [[`${record}/edit`, 'main form'] as const]),
  ] as const;
}

async function overflowAt(page: Page, size: (typeof SIZES)[number]): Promise<readonly string[]> {
  await page.setViewportSize(size);
  const pixels = await overflowOf(page);
  return pixels === 0 ? [] : [`${pixels} px wider than ${size.width}`];
}

interface Report {
  readonly texts: readonly string[];
  readonly harm: readonly string[];
}

/** The result for the texts of a page: how they are shown, and their effects. */
const REPORT = `(() => {
  const turning = ${JSON.stringify(HOSTILE_TEXTS[2])};
  const cut = turning.indexOf('\\u2069') + 2;
  // What stands behind the text where the text was not closed.
  const behind = (data) => {
    const shown = data.slice(data.indexOf(turning[0]));
    let length = 0;
    while (length < turning.length && shown[length] === turning[length]) length += 1;
    return length >= cut && shown.slice(length).trim() !== '';
  };
  const isClosed = (data) => !data.includes(turning.slice(0, cut));
  const harm = [];
  if (document.title === 'run') harm.push('a script has run');
  for (const one of document.querySelectorAll(
    'body script, body iframe, img[src="x"], [onerror], [onload], a[href^="javascript:"]',
  )) harm.push('markup: ' + one.outerHTML.slice(0, 100));
  const texts = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    texts.push(node.data);
    if (!node.data.includes('\\u202e')) continue;
    if (behind(node.data)) harm.push('turns round what is behind it: ' + node.data.slice(0, 200));
    let around = node.parentElement;
    while (around) {
      const { unicodeBidi, display } = getComputedStyle(around);
      if (/isolate|plaintext/.test(unicodeBidi) || display !== 'inline') break;
      around = around.parentElement;
    }
    if (around && around.textContent.trim() !== node.data.trim() && !isClosed(node.data)) {
      harm.push('turns round what is beside it: ' + around.outerHTML.slice(0, 200));
    }
  }
  return { texts, harm };
})()`;
