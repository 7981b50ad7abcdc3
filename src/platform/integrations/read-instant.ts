import type { instantFormats } from '../../model/feed-measures.ts';
import { parseInstant, parseInstantInZone } from '../../tools/calendar.ts';
import { readNumber } from './read-number.ts';

type InstantFormat = (typeof instantFormats)[number];

/**
 * Milliseconds since 1970 of a time as a device writes it; undefined for what is none. `local` is
 * the clock of the farm, and takes a time with an offset as it stands.
 */
export function readInstant(
  value: unknown,
  { format, zone }: { readonly format: InstantFormat; readonly zone: string },
): number | undefined {
  if (format === 'seconds' || format === 'millis') {
    const number = readNumber(value);
    if (typeof number !== 'number') return undefined;
    const millis = Math.round(format === 'seconds' ? number * 1000 : number);
    return Math.abs(millis) < LATEST ? millis : undefined;
  }
  if (typeof value !== 'string' || value.length > LONGEST) return undefined;
  const text = value.trim();
  return format === 'local' ? parseInstantInZone(text, zone) : parseInstant(text);
}

const LONGEST = 60;
/** The year 2200. */
const LATEST = 7_258_118_400_000;
