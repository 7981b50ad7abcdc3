import type { Clock } from '../../tools/clock.ts';
import type { OutboundAnswer, OutboundClient } from '../outbound/outbound-client.ts';
import { openMeteoUrl } from './open-meteo-url.ts';
import { parseOpenMeteo } from './parse-open-meteo.ts';
import { WeatherRefused, type WeatherSource } from './weather-source.ts';

const LONGEST_CALL_MILLIS = 10_000;
/** Five days of hours take about 6 KB. */
const MOST_BYTES = 256 * 1024;
const OK = 200;
const LONGEST_REASON = 200;

/** How Open-Meteo is asked. */
export interface OpenMeteoOptions {
  readonly client: OutboundClient;
  readonly clock: Clock;
  readonly baseUrl: string;
  /** How long an answer may take, milliseconds. */
  readonly timeoutMs?: number;
}

/** The weather as Open-Meteo, or a service that speaks like it, forecasts it. */
export function createOpenMeteo(options: OpenMeteoOptions): WeatherSource {
  const { client, clock, baseUrl, timeoutMs = LONGEST_CALL_MILLIS } = options;
  return {
    async read(place, signal) {
      const answer = await client.send({
        method: 'GET',
        url: openMeteoUrl(baseUrl, place),
        headers: { accept: 'application/json' },
        timeoutMs,
        maxBytes: MOST_BYTES,
        signal,
      });
      requireWhole(answer);
      return parseOpenMeteo(answer.body, { place, now: clock.now() });
    },
  };
}

function requireWhole({ status, body, isCut }: OutboundAnswer): void {
  if (status !== OK) {
    throw new WeatherRefused(
      `The weather service answered with status ${status}${reasonOf(body)}.`,
    );
  }
  if (isCut) throw new WeatherRefused('The answer of the weather service is too long.');
}

/** What the service says of a question that it does not take. */
function reasonOf(body: string): string {
  try {
    const { reason } = JSON.parse(body) as { readonly reason?: unknown };
    if (typeof reason !== 'string' || reason.trim() === '') return '';
    const line = reason.replace(/[\p{C}\s]+/gu, ' ').trim();
    return `: ${line.slice(0, LONGEST_REASON).replace(/\.$/, '')}`;
  } catch {
    return '';
  }
}
