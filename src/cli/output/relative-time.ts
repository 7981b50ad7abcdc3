const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units: readonly (readonly [millis: number, below: number, name: string])[] = [
  [SECOND, MINUTE, 's'],
  [MINUTE, HOUR, 'min'],
  [HOUR, 2 * DAY, 'h'],
  [DAY, 60 * DAY, 'd'],
];

/** How far an instant lies from now: `2 h ago`, `in 3 d`; its day when it is two months or more. */
export function relativeTime(instant: string, now: number): string {
  const millis = Date.parse(instant);
  if (Number.isNaN(millis)) return instant;
  const distance = Math.abs(now - millis);
  if (distance < SECOND) return 'now';
  const unit = units.find(([, below]) => distance < below);
  if (!unit) return instant.slice(0, 10);
  const count = `${Math.floor(distance / unit[0])} ${unit[2]}`;
  return millis < now ? `${count} ago` : `in ${count}`;
}
