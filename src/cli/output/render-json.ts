import { escapeForJson } from './neutralise.ts';

/** One JSON document over several lines; what could steer a terminal is written as an escape. */
export function renderJson(value: unknown): string {
  return `${escapeForJson(JSON.stringify(value ?? null, undefined, 2))}\n`;
}

/** The same on one line. */
export function renderJsonLine(value: unknown): string {
  return `${escapeForJson(JSON.stringify(value ?? null))}\n`;
}
