import { isNamedResource, labelFields, type NamedResource } from '../resolve-name.ts';
import type { SeenAnswer } from './watch-answers.ts';

const LIST = /^\/v1\/platform\/([a-z-]+)(?:\?|$)/;

/** Names of rows that an answer held. */
export interface SeenNames {
  readonly resource: NamedResource;
  readonly names: readonly string[];
}

/** The names in a list of farms, barns, flocks or contacts, or in what a key is; undefined for others. */
export function namesInAnswer({ path, body }: SeenAnswer): SeenNames | undefined {
  const [, noun = ''] = LIST.exec(path) ?? [];
  const resource = noun === 'me' ? 'farms' : noun;
  if (!isNamedResource(resource)) return undefined;
  const answer = JSON.parse(body);
  const rows: unknown = noun === 'me' ? answer?.farms : answer?.data;
  if (!Array.isArray(rows)) return undefined;
  const names = rows.map((row) => row?.[labelFields[resource]]);
  return { resource, names: names.filter((name) => typeof name === 'string') };
}
