import type { Refusal } from './field-rule.ts';
import { limits } from './limits.ts';

const encoder = new TextEncoder();

const faults = {
  wrongType: { code: 'wrong_type', message: 'must hold JSON values only' },
  notFinite: { code: 'not_finite', message: 'must hold finite numbers only' },
  tooDeep: {
    code: 'too_deep',
    message: `must not be nested deeper than ${limits.jsonDepth} levels`,
  },
  character: {
    code: 'invalid_character',
    message: 'must not hold the character NUL or half a character in any text or name',
  },
  tooLarge: {
    code: 'too_large',
    message: `must take at most ${limits.jsonFieldBytes} bytes as JSON text`,
  },
} as const satisfies Record<string, Refusal>;

/** What keeps a value from being stored as a JSON field; undefined when nothing does. */
export function findJsonFault(value: unknown): Refusal | undefined {
  const fault = findFault(value, 1);
  if (fault) return fault;
  const bytes = encoder.encode(JSON.stringify(value)).length;
  return bytes > limits.jsonFieldBytes ? faults.tooLarge : undefined;
}

function findFault(value: unknown, depth: number): Refusal | undefined {
  if (value === null || typeof value === 'boolean') return undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? undefined : faults.notFinite;
  if (typeof value === 'string') return isStorable(value) ? undefined : faults.character;
  if (typeof value !== 'object' || !isPlain(value)) return faults.wrongType;
  if (depth > limits.jsonDepth) return faults.tooDeep;
  return Array.isArray(value) ? findInItems(value, depth) : findInEntries(value, depth);
}

function findInItems(items: readonly unknown[], depth: number): Refusal | undefined {
  for (const item of items) {
    const fault = findFault(item, depth + 1);
    if (fault) return fault;
  }
  return undefined;
}

function findInEntries(object: object, depth: number): Refusal | undefined {
  for (const [key, item] of Object.entries(object)) {
    const fault = isStorable(key) ? findFault(item, depth + 1) : faults.character;
    if (fault) return fault;
  }
  return undefined;
}

function isStorable(text: string): boolean {
  return !text.includes('\0') && !/\p{Cs}/u.test(text);
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
