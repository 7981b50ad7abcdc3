import type { Language } from '../../model/languages.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = [
  [SECOND, MINUTE, 'second'],
  [MINUTE, HOUR, 'minute'],
  [HOUR, 2 * DAY, 'hour'],
  [DAY, 60 * DAY, 'day'],
] as const;

const formats = new Map<string, Intl.RelativeTimeFormat>();

/** How far an instant lies from now: `2h ago`, `in 3d`; its day when it is two months or more. */
export function relativeTime(instant: string, now: number, language: Language = 'en'): string {
  const millis = Date.parse(instant);
  if (Number.isNaN(millis)) return instant;
  const distance = Math.abs(now - millis);
  if (distance < SECOND) return formatOf(language, 'auto').format(0, 'second');
  const unit = units.find(([, below]) => distance < below);
  if (!unit) return instant.slice(0, 10);
  const count = Math.floor(distance / unit[0]);
  const text = formatOf(language, 'always').format(millis < now ? -count : count, unit[2]);
  // Forms for two in Hebrew have their number twice: `שעתיים (2)`.
  return text.replace(/ \(\d+\)$/, '');
}

function formatOf(language: Language, numeric: 'auto' | 'always'): Intl.RelativeTimeFormat {
  const key = `${language} ${numeric}`;
  const known = formats.get(key);
  if (known) return known;
  const made = new Intl.RelativeTimeFormat(language, { style: 'narrow', numeric });
  formats.set(key, made);
  return made;
}
