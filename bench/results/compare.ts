import { median, sum } from '../../src/tools/statistics.ts';
import type { Measured } from '../work.ts';
import type { Load } from './load.ts';
import { cpuMicros, cpuMicrosOfFamily, residentMib } from './process-use.ts';

/** One of several that do the same work. */
export interface Competitor {
  /** As its target is named; what has no target is only shown. */
  readonly name: string;
  /** As people read it. */
  readonly who: string;
  /** The process behind it, for its memory. */
  readonly pid?: number;
  /** The first process of the database server behind that. */
  readonly databasePid?: number;
  /** Whether a round is so many requests, of which there are enough for one that warms up. */
  readonly isCounted?: boolean;
  /** One bounded round. */
  run(): Promise<Load>;
}

/** What competitors did, and how many times as fast the first was as each. */
export interface Comparison {
  readonly measured: readonly Measured[];
  readonly ratios: Readonly<Record<string, number>>;
  /** How many times as fast one was as another, by their names. */
  between(one: string, other: string): number;
}

/** Until the programs of servers are compiled. */
const WARM_UP_MILLIS = 4000;

/**
 * Runs the competitors by turns, after some seconds each that warm them up. The ratios are those of
 * the first to each other one in the same round, so that a slow moment of the machine counts for
 * both; all numbers are medians of the rounds.
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

/** A round, with the time that the processes behind it worked for each answer. */
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
