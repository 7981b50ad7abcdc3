import { usageError } from './errors.ts';

/** Collects headers, written as `Name: value` or `Name=value`; throws a usage error for others. */
export function collectHeader(
  text: string,
  headers: Readonly<Record<string, string>> = {},
): Readonly<Record<string, string>> {
  const [name, value] = parseHeader(text);
  return { ...headers, [name]: value };
}

// RFC 9110: a name is a token, and neither sign that ends it here is part of one.
const HEADER = /^([!#$%&'*+.^_`|~\w-]+)[ \t]*[:=]([^\r\n\0]*)$/;

/** A header in lower case and its value, from `Name: value` or `Name=value`. */
export function parseHeader(text: string): readonly [name: string, value: string] {
  const [, name, value = ''] = HEADER.exec(text) ?? [];
  if (name !== undefined) return [name.toLowerCase(), value.trim()];
  throw usageError(`a header must be 'Name: value' or Name=value, not ${JSON.stringify(text)}`);
}
