import type { BrowserContextOptions, CDPSession, Page } from 'playwright-core';
import { median, sum } from '../../src/tools/statistics.ts';
import { startBrowser, type TestBrowser } from '../../test/support/browser.ts';
import { fetchAnswer } from '../contestants/contestant.ts';
import { API, type OurServer, startOurs } from '../contestants/ours.ts';
import type { Bench, WorkResult } from '../work.ts';

const LANGUAGES = ['he', 'es', 'th', 'zh'];
/** A processor four times slower, 1.6 Mbit/s and 150 ms: a phone in the barn. */
const SLOW = { cpu: 4, bytesPerSecond: 200_000, latencyMillis: 150 };
const KILOBYTE = 1000;

/** A farm of the service, with the address of the console. */
interface Place {
  readonly browser: TestBrowser;
  readonly server: OurServer;
}

/** What a page loaded, by address; bytes as they were transferred, headers included. */
interface Loaded {
  readonly program: ReadonlyMap<string, number>;
  readonly dataBytes: number;
  readonly requests: number;
}

/** The pages of the console in a browser: bytes, requests, and how soon they are of use on a slow phone. */
export async function measureConsole(bench: Bench): Promise<WorkResult> {
  const server = await startOurs(bench, { kind: 'memory' });
  const browser = await startBrowser();
  bench.workshop.atEnd(() => browser.close());
  const place = { browser, server };
  const today = await loadPage(place, '/', 'dl');
  const further = await measureScreens(bench, place, today);
  const languages = await measureLanguages(place, today);
  const contents: number[] = [];
  const latencies: number[] = [];
  for (let round = 0; round < bench.options.rounds; round += 1) {
    contents.push(await timeContent(place));
    latencies.push(await timeInput(place));
  }
  const worst = further.reduce((one, other) => (other.bytes > one.bytes ? other : one));
  return {
    measured: [],
    reached: {
      program: sumOf(today.program) / KILOBYTE,
      data: today.dataBytes / KILOBYTE,
      requests: today.requests,
      screen: worst.bytes / KILOBYTE,
      language: Math.max(...languages) / KILOBYTE,
      content: (median(contents) ?? 0) / 1000,
      input: median(latencies) ?? 0,
    },
    notes: [
      `Of the screens, ${worst.path} loads the most beside what Today has loaded.`,
      'Slow: a processor 4 times slower, 1.6 Mbit/s, 150 ms. Useful: the numbers of the day are shown.',
    ],
  };
}

/** The program that each screen needs beside that of Today. */
async function measureScreens(bench: Bench, place: Place, today: Loaded) {
  const found: { readonly path: string; readonly bytes: number }[] = [];
  for (const [path, ready] of await screensOf(place.server)) {
    bench.log(path);
    const { program } = await loadPage(place, path, ready);
    const more = [...program].filter(([address]) => !today.program.has(address));
    found.push({ path, bytes: sumOf(new Map(more)) });
  }
  return found;
}

async function screensOf(server: OurServer): Promise<readonly (readonly [string, string])[]> {
  const { text } = await fetchAnswer(server, `${API}/flocks?status=active&limit=1`);
  const [flock] = JSON.parse(text).data;
  return [
    ['/portfolio', 'table'],
    [`/farms/${flock.farmId}`, 'main li h3'],
    [`/barns/${flock.barnId}?range=7d`, 'figure svg'],
    [`/flocks/${flock.id}`, 'figure svg'],
    ['/log', 'main form'],
    ['/alerts', 'main li'],
    ['/tasks', 'main li'],
    ['/calendar', 'main ol'],
    ['/insights', '#risk meter'],
    ['/money', 'main h1'],
    ['/records/daily-logs', 'table'],
    ['/records/flocks/new', 'main form'],
    ['/ask', 'main form'],
    ['/notices', 'main form'],
  ];
}

/** Bytes of the files that a language has of its own. */
async function measureLanguages(place: Place, today: Loaded): Promise<readonly number[]> {
  const bytes: number[] = [];
  for (const locale of LANGUAGES) {
    const { program } = await loadPage(place, '/', 'dl', { locale });
    const own = [...program].filter(([address]) => !today.program.has(address));
    bytes.push(sumOf(new Map(own)));
  }
  return bytes;
}

async function loadPage(
  place: Place,
  path: string,
  ready: string,
  options: BrowserContextOptions = {},
): Promise<Loaded> {
  const { page, session } = await openBlank(place, options);
  const program = new Map<string, number>();
  const data = new Map<string, number>();
  const requests = new Map<string, string>();
  session.on('Network.responseReceived', ({ requestId, type, response }) => {
    requests.set(requestId, response.url);
    const bytes = type === 'Script' || type === 'Stylesheet' ? program : data;
    bytes.set(response.url, 0);
  });
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = requests.get(requestId) ?? '';
    const bytes = program.has(url) ? program : data;
    bytes.set(url, (bytes.get(url) ?? 0) + encodedDataLength);
  });
  await page.goto(`${place.server.baseUrl}${path}`);
  await page.locator(ready).first().waitFor();
  await page.waitForLoadState('networkidle');
  await page.context().close();
  return { program, dataBytes: sumOf(data), requests: requests.size };
}

/** Milliseconds until a slow phone shows the numbers of the day; nothing was kept by the browser. */
async function timeContent(place: Place): Promise<number> {
  const { page, session } = await openBlank(place);
  await slowDown(session);
  const begun = performance.now();
  await page.goto(`${place.server.baseUrl}/`, { waitUntil: 'commit' });
  await page.locator('main dl dd').first().waitFor();
  const millis = performance.now() - begun;
  await page.context().close();
  return millis;
}

/** Milliseconds from a key in the daily log to the picture that shows it, on a slow phone; the longest of ten. */
async function timeInput(place: Place): Promise<number> {
  const { page, session } = await openBlank(place);
  await page.goto(`${place.server.baseUrl}/log`);
  const input = page.locator('main form input').first();
  await input.waitFor();
  await slowDown(session);
  await page.evaluate(OBSERVE);
  await input.focus();
  await page.keyboard.type('1234567890', { delay: 50 });
  const longest = await page.evaluate<number>(
    'new Promise((tell) => setTimeout(() => tell(longestKey), 500))',
  );
  await page.context().close();
  return longest;
}

const OBSERVE = `globalThis.longestKey = 0;
new PerformanceObserver((list) => {
  for (const { name, duration } of list.getEntries()) {
    if (name === 'keydown' || name === 'input') longestKey = Math.max(longestKey, duration);
  }
}).observe({ type: 'event', durationThreshold: 16 });`;

/** A page of the origin with nothing kept, and a way to its network. */
async function openBlank(
  { browser, server }: Place,
  options: BrowserContextOptions = {},
): Promise<{ readonly page: Page; readonly session: CDPSession }> {
  const { page } = await browser.open(`${server.baseUrl}/livez`, {
    viewport: { width: 390, height: 844 },
    locale: 'en',
    ...options,
    extraHTTPHeaders: { ...server.headers[0] },
  });
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  return { page, session };
}

async function slowDown(session: CDPSession): Promise<void> {
  const { cpu, bytesPerSecond, latencyMillis } = SLOW;
  await session.send('Emulation.setCPUThrottlingRate', { rate: cpu });
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMillis,
    downloadThroughput: bytesPerSecond,
    uploadThroughput: bytesPerSecond,
  });
}

function sumOf(bytes: ReadonlyMap<string, number>): number {
  return sum([...bytes.values()]);
}
