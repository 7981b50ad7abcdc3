import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { type Load, loadOf } from '../results/load.ts';

/** A steady load. */
export interface SteadyPlan {
  readonly baseUrl: string;
  readonly paths: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly perSecond: number;
  readonly seconds: number;
}

/**
 * Sends requests at a steady pace regardless of response times; latency is measured from the
 * scheduled time.
 */
export async function askSteadily(plan: SteadyPlan): Promise<Load> {
  const { baseUrl, paths, headers, perSecond, seconds } = plan;
  const latencies: number[] = [];
  const start = performance.now();
  const ask = async (n: number) => {
    const dueAt = start + (n * 1000) / perSecond;
    await sleep(Math.max(0, dueAt - performance.now()));
    const { statusCode, body } = await request(`${baseUrl}${paths[n % paths.length]}`, { headers });
    await body.dump();
    if (statusCode !== 200) throw new Error(`${statusCode} from ${paths[n % paths.length]}`);
    latencies.push(performance.now() - dueAt);
  };
  await Promise.all(Array.from({ length: Math.round(perSecond * seconds) }, (_, n) => ask(n)));
  return loadOf(latencies, performance.now() - start);
}
