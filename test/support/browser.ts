import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** A browser, and the function that closes it. */
export interface TestBrowser {
  /** Opens a page with separate cookies and storage; `faults` lists its errors. */
  open(url: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  close(): Promise<void>;
}

/** A page with its errors: those in its console, and requests to other origins. */
export interface WatchedPage {
  readonly page: Page;
  readonly faults: string[];
}

/** Starts the browser of the tests, or the one in FARMCTL_TEST_BROWSER. */
export async function startBrowser(): Promise<TestBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'farmctl-browser-'));
  const browser = await chromium.launch({
    executablePath: process.env['FARMCTL_TEST_BROWSER'] ?? (await unpackBrowser(folder)),
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu'],
    env: { ...process.env, TMPDIR: folder },
  });
  return {
    open: (url, options) => openPage(browser, url, options),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The browser of the package, unpacked into a separate folder. */
async function unpackBrowser(folder: string): Promise<string> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    packed.setGraphicsMode = false;
    return await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** Timeout of one step of a test on a busy machine. */
const STEP_MILLIS = 90_000;

async function openPage(
  browser: Browser,
  url: string,
  options: BrowserContextOptions = {},
): Promise<WatchedPage> {
  // Installing the console takes as long as a test; tests of the service worker enable it.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(STEP_MILLIS);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isLocal = protocol === 'data:' || protocol === 'blob:' || origin === new URL(url).origin;
    if (!isLocal) faults.push(`request to ${origin}`);
  });
  await page.goto(url);
  return { page, faults };
}

/** Violations found by an automatic audit of WCAG 2.2 AA on a page: rule and element. */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const found = await page.evaluate(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
  }).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, any }) => id + ': ' + target + ' ' + (any[0] ? any[0].message : ''))))`);
  return found as string[];
}

/** Number of pixels by which the page is wider than its window. */
export function overflowOf(page: Page): Promise<number> {
  return page.evaluate<number>(
    'Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)',
  );
}

/** The boxes of a page that scroll horizontally. */
export function sidewaysOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main *')].flatMap((box) => {
    const { overflowX } = getComputedStyle(box);
    const isWide = box.scrollWidth > box.clientWidth && ['auto', 'scroll'].includes(overflowX);
    return isWide && box.tagName !== 'TEXTAREA' ? [box.textContent.slice(0, 80)] : [];
  })`);
}

/** The cells and values of a page whose text overflows their edge or their neighbour. */
export function spillsOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main :is(td, th, dd, dt)')]
    .filter((box) => box.clientWidth > 0 && box.scrollWidth > box.clientWidth + 1)
    .map((box) => box.textContent.slice(0, 80))`);
}

/**
 * The words and quantities of a page that are broken over two lines, such as `Administrado|r` and
 * `29.211,00 IL|S`.
 */
export function brokenOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
    const words = /\\d[\\d.,]* (?:kg|g|L|t|ppm|ILS|°C|%)(?!\\p{L})|[\\p{sc=Latin}א-ת׳״\\d.,:%\\u00a0]+/gu;
    while (texts.nextNode()) {
      const node = texts.currentNode;
      if (node.parentElement.closest('code, pre, textarea, option')) continue;
      for (const { 0: word, index } of node.data.matchAll(words)) {
        if (word.length > 16) continue;
        const range = document.createRange();
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        const lines = [...range.getClientRects()].filter(({ width }) => width > 0);
        const tops = lines.map(({ top }) => top);
        if (Math.max(...tops) - Math.min(...tops) > 6) found.push(word);
      }
    }
    return found;
  })()`);
}

/** The truncated texts of a page whose beginning is not visible. */
export function beheadedOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('body *')].flatMap((box) => {
    const isCut = box.scrollWidth > box.clientWidth + 1 && box.clientWidth > 1;
    if (!isCut || getComputedStyle(box).overflowX !== 'hidden') return [];
    const texts = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
    let text = texts.nextNode();
    while (text && text.data.trim() === '') text = texts.nextNode();
    if (!text) return [];
    const range = document.createRange();
    range.setStart(text, text.data.search(/\\S/));
    range.setEnd(text, text.data.search(/\\S/) + 1);
    const [first, { left, right }] = [range, box].map((seen) => seen.getBoundingClientRect());
    return first.left < left - 1 || first.right > right + 1 ? [box.textContent.slice(0, 80)] : [];
  })`);
}

/** The input labels of a page that are not words, such as a unit alone. */
export function wordlessOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`[...document.querySelectorAll('main label, dialog label')]
    .map((label) => label.textContent.replace(/[\\u2066-\\u2069*\\s]/g, ''))
    .filter((text) => !/\\p{L}{2}/u.test(text))`);
}

/**
 * The misaligned texts of the menu and of lists: names that overflow the menu, and entries of one
 * list that begin at different positions.
 */
export function misplacedOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const textBox = (node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getBoundingClientRect();
    };
    const nav = document.querySelector('nav').getBoundingClientRect();
    const menu = document.querySelectorAll('nav a:not(main *)');
    const over = [...menu].filter((link) => {
      const { left, right } = textBox(link);
      return right > left && (left < nav.left + 4 || right > nav.right - 4);
    });
    const isRight = document.documentElement.dir === 'rtl';
    const uneven = [...document.querySelectorAll('main ul, main ol')].flatMap((list) => {
      const marks = [...list.querySelectorAll(':scope > li > [data-full]')];
      const starts = marks.flatMap(({ nextElementSibling: text, parentElement: entry }) => {
        const [at, edge] = [text, entry].map((box) => box.getBoundingClientRect());
        return at.top >= edge.top + 30 ? [] : [Math.round(isRight ? at.right : at.left)];
      });
      return Math.max(...starts) - Math.min(...starts) > 1 ? [list] : [];
    });
    return [...over, ...uneven].map((box) => box.textContent.slice(0, 60));
  })()`);
}

/**
 * Parts of a page in the wrong direction: signs such as `°C` displayed as `C°` and `≤` as `≥`, and
 * boxes with a border at one side whose text direction differs from the page, so that the border is at the far
 * side.
 */
export function turnedOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const leftOf = (node, at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect().left;
    };
    while (texts.nextNode()) {
      const node = texts.currentNode;
      for (const { index } of node.data.matchAll(/°C/g))
        if (leftOf(node, index) > leftOf(node, index + 1)) found.push(node.data);
      const isMirrored = getComputedStyle(node.parentElement).direction === 'rtl';
      if (isMirrored && /[≤≥]/.test(node.data.replace(/\\u2066[^\\u2069]*/g, '')))
        found.push(node.data);
    }
    for (const box of document.querySelectorAll('main [dir]')) {
      const { direction, borderLeftWidth, borderRightWidth } = getComputedStyle(box);
      const isLined = borderLeftWidth !== borderRightWidth;
      if (isLined && direction !== document.documentElement.dir)
        found.push(box.textContent.slice(0, 80));
    }
    return found;
  })()`);
}
