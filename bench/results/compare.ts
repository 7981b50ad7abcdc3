import { median, sum } from '../../src/tools/statistics.ts';
import type { Measured } from '../work.ts';
import type { Load } from './load.ts';
import { cpuMicros, cpuMicrosOfFamily, residentMib } from './process-use.ts';

/** One of several contestants with the same work. */
export interface Competitor {
  /** The name of its target; results without a target are only displayed. */
  readonly name: string;
  /** Its display name. */
  readonly who: string;
  /** The server process, for its memory use. */
  readonly pid?: number;
  /** The main process of the database server behind it. */
  readonly databasePid?: number;
  /** Whether a round is a fixed number of requests; a single round then suffices as warm-up. */
  readonly isCounted?: boolean;
  /** Runs one limited round. */
  run(): Promise<Load>;
}

/** The results of competitors, and the speed of the first relative to each other one. */
export interface Comparison {
  readonly measured: readonly Measured[];
  readonly ratios: Readonly<Record<string, number>>;
  /** The speed ratio of one competitor to another, by name. */
  between(one: string, other: string): number;
}

/** Time for the JIT compilation of the servers. */
const WARM_UP_MILLIS = 4000;

/**
 * Runs the competitors alternately, after a warm-up of some seconds each. The ratios compare the
 * first with each other one in the same round, so that a slow moment of the machine affects both;
 * all numbers are medians of the rounds.
 */
export async function compare(
  competitors: readonly Competitor[],
  rounds: number,
  warmUpMillis = WARM_UP_MILLIS,
): Promise<Comparison> {
  const loads = new Map<Competitor, Load[]>(competitors.map((it) => [it, []]));
  for (const competitor of competitors) await warmUp(competitor, warmUpMillis);
  for (let round = 0; round < rounds; round++) {
    for (const competitor of competitors) loads.get(competitor)?.push(await timed(competitor));
  }
  const [first] = competitors;
  const ours = (first && loads.get(first)) ?? [];
  const measured: Measured[] = [];
  const ratios: Record<string, number> = {};
  for (const competitor of competitors) {
    const own = loads.get(competitor) ?? [];
    const ratio = medianOf(ours.map((load, n) => load.perSecond / (own[n]?.perSecond ?? 0)));
    if (competitor !== first) ratios[competitor.name] = ratio;
    measured.push({
      who: competitor.who,
      ...summaryOf(own),
      ...refusedOf(own),
      ...(competitor.pid === undefined ? {} : { rssMib: await residentMib(competitor.pid) }),
      ...(competitor === first ? {} : { ratio }),
    });
  }
  const loadsOf = (name: string) =>
    loads.get(competitors.find((it) => it.name === name) as Competitor) ?? [];
  const between = (one: string, other: string) => {
    const others = loadsOf(other);
    return medianOf(loadsOf(one).map((load, n) => load.perSecond / (others[n]?.perSecond ?? 0)));
  };
  return { measured, ratios, between };
}

/** Runs a round and measures the processor time per response. */
async function timed(competitor: Competitor): Promise<Load> {
  const { pid, databasePid } = competitor;
  const used = () => ({
    cpuMicros: pid === undefined ? undefined : cpuMicros(pid),
    databaseMicros: databasePid === undefined ? undefined : cpuMicrosOfFamily(databasePid),
  });
  const before = used();
  const load = await competitor.run();
  const after = used();
  const each = (name: keyof typeof before) => {
    const [from, to] = [before[name], after[name]];
    if (from === undefined || to === undefined) return {};
    return { [name]: (to - from) / Math.max(1, load.answers) };
  };
  return { ...load, ...each('cpuMicros'), ...each('databaseMicros') };
}

async function warmUp(competitor: Competitor, millis: number): Promise<void> {
  const end = performance.now() + (competitor.isCounted ? 0 : millis);
  do {
    await competitor.run();
  } while (performance.now() < end);
}

/** The medians of several rounds. */
function summaryOf(
  loads: readonly Load[],
): Pick<Measured, 'perSecond' | 'p50' | 'p95' | 'p99' | 'cpuMicros' | 'databaseMicros'> {
  const of = (read: (load: Load) => number) => medianOf(loads.map(read));
  return {
    perSecond: of((load) => load.perSecond),
    p50: of((load) => load.p50),
    p95: of((load) => load.p95),
    p99: of((load) => load.p99),
    ...(loads.some(({ cpuMicros }) => cpuMicros !== undefined)
      ? { cpuMicros: of((load) => load.cpuMicros ?? 0) }
      : {}),
    ...(loads.some(({ databaseMicros }) => databaseMicros !== undefined)
      ? { databaseMicros: of((load) => load.databaseMicros ?? 0) }
      : {}),
  };
}

function refusedOf(loads: readonly Load[]): Pick<Measured, 'refused'> {
  const refused = sum(loads.map((load) => load.refused));
  return refused === 0 ? {} : { refused };
}

function medianOf(values: readonly number[]): number {
  return median(values) ?? 0;
}
