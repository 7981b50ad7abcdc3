import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import axe from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** A browser, and the function that closes it. */
export interface TestBrowser {
  /** Opens a page with separate cookies and storage; `faults` lists its errors. */
  open(url: string, options?: BrowserContextOptions): Promise<WatchedPage>;
  /** Opens an empty page, which visits addresses one after the other. */
  openEmpty(options?: BrowserContextOptions): Promise<ReusablePage>;
  close(): Promise<void>;
}

/** A page that is used for several tests: a new one takes three times as long to open. */
export interface ReusablePage {
  readonly page: Page;
  /** Opens an address in a window of that size; the errors are those since then. */
  visit(url: string, viewport: Viewport): Promise<WatchedPage>;
  /** Deletes what the console stored, and ends offline mode, routes and media settings. */
  reset(): Promise<void>;
}

interface Viewport {
  readonly width: number;
  readonly height: number;
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
    executablePath: process.env['FARMCTL_TEST_BROWSER'] ?? (await unpackBrowser()),
    args: ['--no-sandbox', '--font-render-hinting=none', '--disable-gpu'],
    env: { ...process.env, TMPDIR: folder },
  });
  return {
    async open(url, options) {
      const { page, watch } = await newPage(browser, options);
      const faults = watch(url);
      await page.goto(url);
      return { page, faults };
    },
    openEmpty: (options) => openEmpty(browser, options),
    async close() {
      await browser.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Unpacking takes longer than a start: all test files share one browser. */
const MODULES = join(import.meta.dirname, '../../node_modules');
const PACKAGE = join(MODULES, '@sparticuz/chromium');
const UNPACKED = join(MODULES, '.cache/farmctl-test-browser');

/** The browser of the package, unpacked once. */
async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8'));
  const folder = join(UNPACKED, version);
  const program = join(folder, 'chromium');
  if (existsSync(program)) return program;
  await mkdir(UNPACKED, { recursive: true });
  const own = await mkdtemp(join(UNPACKED, 'unpacking-'));
  await unpackInto(own);
  // Another process may have been faster.
  await rename(own, folder).catch(() => rm(own, { recursive: true, force: true }));
  return program;
}

async function unpackInto(folder: string): Promise<void> {
  const before = process.env['TMPDIR'];
  process.env['TMPDIR'] = folder;
  try {
    const { default: packed } = await import('@sparticuz/chromium');
    packed.setGraphicsMode = false;
    await packed.executablePath();
  } finally {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
  }
}

/** Timeout of one step of a test on a busy machine. */
const STEP_MILLIS = 90_000;

async function newPage(browser: Browser, options: BrowserContextOptions = {}) {
  // Installing the console takes as long as a test; tests of the service worker enable it.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  context.setDefaultTimeout(STEP_MILLIS);
  const page = await context.newPage();
  let faults: string[] = [];
  let origin = '';
  page.on('pageerror', (error) => faults.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { origin: asked, protocol } = new URL(request.url());
    const isLocal = protocol === 'data:' || protocol === 'blob:' || asked === origin;
    if (!isLocal) faults.push(`request to ${asked}`);
  });
  /** The errors from now on, of a page of that origin. */
  const watch = (url: string): string[] => {
    origin = new URL(url).origin;
    faults = [];
    return faults;
  };
  return { page, watch };
}

/** All but cookies: the session of the page remains. */
const STORED = 'local_storage,indexeddb,cache_storage,service_workers';

async function openEmpty(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<ReusablePage> {
  const { page, watch } = await newPage(browser, options);
  const context = page.context();
  const session = await context.newCDPSession(page);
  let origin = '';
  return {
    page,
    async visit(url, viewport) {
      origin = new URL(url).origin;
      await page.setViewportSize(viewport);
      const faults = watch(url);
      await page.goto(url);
      return { page, faults };
    },
    async reset() {
      await page.unrouteAll({ behavior: 'ignoreErrors' });
      await context.setOffline(false);
      await page.emulateMedia({ colorScheme: null, reducedMotion: null });
      await page.evaluate('sessionStorage.clear()').catch(() => {});
      // Leaves the page first: what it stores while it is left is deleted, too.
      await page.goto('about:blank');
      await session.send('Storage.clearDataForOrigin', { origin, storageTypes: STORED });
    },
  };
}

/** Violations found by an automatic audit of WCAG 2.2 AA on a page: rule and element. */
export async function findBarriers(page: Page): Promise<string[]> {
  if (!(await page.evaluate("'axe' in globalThis"))) await page.evaluate(axe.source);
  const found = await page.evaluate(`axe.run(document, {
    runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    resultTypes: ['violations'],
    preload: false,
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
    .filter((box) => {
      // The blank half of a full-width bracket at the end of a line may overflow.
      const hasBlank = /）$/.test(box.dataset.label ?? box.textContent);
      const room = hasBlank ? parseFloat(getComputedStyle(box).fontSize) / 2 : 1;
      return box.clientWidth > 0 && box.scrollWidth > box.clientWidth + room;
    })
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
      // The content of closed details has boxes, but of no real width.
      if (!node.parentElement.checkVisibility()) continue;
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
 * Parts of a page in the wrong direction: signs such as `°C` displayed as `C°` and `≤` as `≥`,
 * numbers displayed after the Latin words that follow them, such as `broken eggs 8.2%`, `?` before the
 * Latin question that it ends, and boxes with a border at one side whose text direction differs from
 * the page, so that the border is at the far side.
 */
export function turnedOf(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const boxOf = (node, at) => {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      return range.getBoundingClientRect();
    };
    const leftOf = (node, at) => boxOf(node, at).left;
    while (texts.nextNode()) {
      const node = texts.currentNode;
      for (const { index } of node.data.matchAll(/°C/g))
        if (leftOf(node, index) > leftOf(node, index + 1)) found.push(node.data);
      for (const { index, 1: number } of node.data.matchAll(/(\\d[\\d.,]*%? )[A-Za-z]{2}/g)) {
        const isHidden = node.parentElement.closest('option');
        const [first, after] = [index, index + number.length].map((at) => boxOf(node, at));
        if (!isHidden && first.top === after.top && first.left > after.left) found.push(node.data);
      }
      for (const { index } of node.data.matchAll(/[A-Za-z][?!]/g)) {
        const [letter, sign] = [index, index + 1].map((at) => boxOf(node, at));
        if (letter.top === sign.top && sign.left < letter.left) found.push(node.data);
      }
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
