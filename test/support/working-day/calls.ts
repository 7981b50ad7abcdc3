import { aPicture } from '../media-files.ts';
import type { DayCall } from './working-day.ts';

/** The simulated day. */
export const DAY = '2026-11-02';

/** The photo of the day. */
export const photo = await aPicture(64, 48);

/** A change of a row. */
export function change(path: string, body: object): DayCall {
  return { method: 'PATCH', path, body };
}

/** A call that creates or runs something. */
export function post(path: string, body: object): DayCall {
  return { method: 'POST', path, body };
}

/** Response of the climate computer: °C and % at a time of the day. */
export function climate(at: string, t: number, rh: number) {
  return { at: `${DAY}T${at}:00+02:00`, t, rh };
}

/** A count sent by the camera in barn A. */
export function counted(value: number): DayCall {
  const events = [{ source: 'a-east', kind: 'count', value, confidence: 0.9 }];
  const path = '/v1/os-ingest/{cameras}/vision';
  return { ...post(path, { events }), key: 'cameraToken', isAbsolute: true };
}
