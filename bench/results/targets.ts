/** One thing to reach. */
export interface Target {
  /** What is compared, as in the results page. */
  readonly text: string;
  /** The number to reach, at least or at most. */
  readonly least?: number;
  readonly most?: number;
  /** `×` of another contestant, or of a quantity. */
  readonly unit: '×' | 'ms' | 's' | 'MiB' | 'kB' | 'requests';
}

interface WorkTargets {
  readonly title: string;
  readonly targets: Readonly<Record<string, Target>>;
}

const times = (text: string, limit: Pick<Target, 'least' | 'most'>): Target => ({
  text,
  ...limit,
  unit: '×',
});

/** The works that are measured, in the order they run, with what each is to reach. */
export const targets = {
  list: {
    title: 'list of 50 with total, filtered and sorted, never asked before',
    targets: {
      driver: times('the bare driver doing the same SQL', { least: 0.6 }),
      obvious: times('the obvious fastify server', { least: 1.5 }),
      'json-server': times('json-server', { least: 15 }),
      directus: times('Directus', { least: 15 }),
      prism: times('Prism answering a constant', { least: 1 }),
    },
  },
  again: {
    title: 'the same list again while nothing changed, and with If-None-Match',
    targets: {
      raw: times('raw node:http with the same bytes', { least: 0.5 }),
    },
  },
  record: {
    title: 'one record',
    targets: {
      raw: times('raw node:http with the same bytes', { least: 0.4 }),
      'json-server': times('json-server', { least: 1 }),
      soul: times('soul-cli', { least: 1 }),
      directus: times('Directus', { least: 1 }),
    },
  },
  create: {
    title: 'durable create, 64 clients',
    targets: {
      driver: times('single commits of the bare driver, synchronous=FULL', { least: 2 }),
      'json-server': times('json-server', { least: 1 }),
      soul: times('soul-cli', { least: 1 }),
      directus: times('Directus', { least: 1 }),
    },
  },
  requests: {
    title: 'record, list and create: the same statements, the same duties, PostgreSQL',
    targets: {
      'record statements': times('record: the bare driver, the same statements', { least: 0.5 }),
      'list statements': times('list: the bare driver, the same statements', { least: 0.6 }),
      'create statements': times('create: the bare driver, the same statements', { least: 0.5 }),
      'record duties': times('record: the obvious server with the same duties', { least: 1.5 }),
      'list duties': times('list: the obvious server with the same duties', { least: 1.5 }),
      'create duties': times('create: the obvious server with the same duties', { least: 1.5 }),
      'record postgres statements': times(
        'record: PostgreSQL, of bare pg with the same statements',
        {
          least: 0.5,
        },
      ),
      'list postgres statements': times('list: PostgreSQL, of bare pg with the same statements', {
        least: 0.5,
      }),
      'create postgres statements': times(
        'create: PostgreSQL, of bare pg with the same statements',
        {
          least: 0.5,
        },
      ),
      'record postgres': times('record: PostgreSQL, of SQLite', { least: 0.6 }),
      'list postgres': times('list: PostgreSQL, of SQLite', { least: 0.5 }),
      'create postgres': times('create: PostgreSQL, of SQLite', { least: 0.5 }),
    },
  },
  ingest: {
    title: 'camera events, calls of 200',
    targets: {
      driver: times('the bare driver inserting the same rows in bulk', { least: 0.5 }),
    },
  },
  import: {
    title: 'files of readings and daily logs, imported',
    targets: {
      sqlite: times('PostgreSQL, of the same file into SQLite', { least: 0.5 }),
      livez: { text: '/livez meanwhile, the longest', most: 500, unit: 'ms' },
    },
  },
  deliveries: {
    title: '10,000 webhook deliveries',
    targets: {
      seconds: { text: 'until the last one arrived', most: 30, unit: 's' },
      p99: times('p99 of the API meanwhile, of its p99 before', { most: 2 }),
    },
  },
  notices: {
    title: 'critical alerts to people: from the commit to the call of the provider',
    targets: {
      alone: { text: 'one alert at a time, p95', most: 2, unit: 's' },
      'at once': { text: '1,000 alerts on 1,000 farms at once, p95', most: 10, unit: 's' },
      p99: times('p99 of the API while 100,000 messages wait, of its p99 before', { most: 2 }),
    },
  },
  intelligence: {
    title: '/digest, /context and /insights',
    targets: {
      digest: { text: '/digest of the demo farm, p95', most: 30, unit: 'ms' },
      context: { text: '/context of the demo farm, p95', most: 60, unit: 'ms' },
      insights: { text: '/insights of the demo farm, p95', most: 150, unit: 'ms' },
      'digest grown': times('/digest with 100 times the history, p95', { most: 1.5 }),
      'context grown': times('/context with 100 times the history, p95', { most: 1.5 }),
      'insights grown': times('/insights with 100 times the history, p95', { most: 1.5 }),
    },
  },
  portfolio: {
    title: '/portfolio of 2,000 farms',
    targets: {
      median: { text: 'median of an answer', most: 300, unit: 'ms' },
    },
  },
  fleet: {
    title: 'many farms on PostgreSQL, all at once',
    targets: {
      brain: { text: 'the first full brain pass, for each 10,000 farms', most: 600, unit: 's' },
      'brain again': { text: 'a full brain pass, for each 10,000 farms', most: 600, unit: 's' },
      portfolio: { text: '/portfolio, p95, for each 10,000 farms', most: 1000, unit: 'ms' },
      alone: { text: 'one critical alert at a time to the provider, p95', most: 2, unit: 's' },
      'at once': { text: '200 critical alerts at once, p95', most: 10, unit: 's' },
      refused: { text: 'streams and requests of consoles refused', most: 0, unit: 'requests' },
      'brain grown': times('CPU of the brain per farm, of a tenth of the farms', { most: 1.2 }),
      'portfolio grown': times('CPU of /portfolio per farm, of a tenth of the farms', {
        most: 1.2,
      }),
    },
  },
  growth: {
    title: 'page 1 of env-readings as the table grows',
    targets: {
      grown: times('of the largest table, page 1 of 10,000 rows', { most: 2 }),
    },
  },
  paging: {
    title: 'deep offset and cursor of env-readings',
    targets: {
      cursor: times('a page by cursor in the middle of the table, of page 1', { most: 1.5 }),
    },
  },
  mock: {
    title: 'serve --mock: start and memory',
    targets: {
      start: { text: 'from the start to the first answer', most: 1, unit: 's' },
      memory: { text: 'resident after 10 s of reads and writes', most: 200, unit: 'MiB' },
    },
  },
  cli: {
    title: 'the command line',
    targets: {
      '--version': times('node -e 0, of --version', { most: 1.5 }),
      offline: times('node -e 0, of flocks list without network', { most: 2.5 }),
      online: times('node -e 0, of flocks list on loopback', { most: 4 }),
    },
  },
  console: {
    title: 'the web console, nothing kept by the browser',
    targets: {
      program: { text: 'scripts and styles of Today', most: 200, unit: 'kB' },
      data: { text: 'everything else that Today loads', most: 60, unit: 'kB' },
      requests: { text: 'requests of Today', most: 15, unit: 'requests' },
      screen: {
        text: 'scripts and styles that another screen adds, at most',
        most: 80,
        unit: 'kB',
      },
      language: { text: 'what a language adds, at most', most: 30, unit: 'kB' },
      content: {
        text: 'on a slow phone: until the numbers of the day are shown',
        most: 2.5,
        unit: 's',
      },
      input: {
        text: 'on a slow phone: from a key in the daily log to its picture',
        most: 100,
        unit: 'ms',
      },
    },
  },
} as const satisfies Readonly<Record<string, WorkTargets>>;

/** The name of a work, as in the arguments. */
export type WorkName = keyof typeof targets;

/** The names of all works in the order they run. */
export const workNames = Object.keys(targets) as readonly WorkName[];

/** The targets of one work. */
export function targetsOf(work: WorkName): Readonly<Record<string, Target>> {
  return targets[work].targets;
}

/** Whether the number holds the target. */
export function isReached({ least, most }: Target, value: number): boolean {
  return (least === undefined || value >= least) && (most === undefined || value <= most);
}
