import type { DataStatus, MissingData } from './section.ts';

/** Equipment and neighbours, which many a farm does without: what lacks them is complete. */
const EXTRAS: readonly string[] = ['no_env_readings', 'no_camera', 'group_too_small'];

/** How complete the figures of one flock or barn are, by what is missing of them. */
export function rowStatus(isKnown: boolean, missing: readonly MissingData[]): DataStatus {
  if (!isKnown) return 'not_enough_data';
  return missing.every(({ code }) => EXTRAS.includes(code)) ? 'ok' : 'partial';
}

/** How complete a section is, by its rows: with none, there is not enough for it. */
export function sectionStatus(rows: readonly DataStatus[]): DataStatus {
  if (rows.every((status) => status === 'not_enough_data')) return 'not_enough_data';
  return rows.every((status) => status === 'ok') ? 'ok' : 'partial';
}
