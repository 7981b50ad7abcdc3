import type { ImportBody } from './build-bodies.ts';

/** The fields by which rows are told apart, in the resources that take no second row with the same. */
const NATURAL_KEYS: Readonly<Record<string, readonly string[]>> = {
  'daily-logs': ['flockId', 'date'],
  devices: ['sourceKey'],
};

/** What tells a row apart from others of its resource; undefined where nothing does. */
export function naturalKey(resource: string, { body }: ImportBody): string | undefined {
  const fields = NATURAL_KEYS[resource];
  if (!fields?.every((name) => typeof body[name] === 'string')) return undefined;
  return JSON.stringify([body['farmId'] ?? null, ...fields.map((name) => body[name])]);
}
