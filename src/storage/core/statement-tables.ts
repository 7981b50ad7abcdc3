/** The tables that a statement inserts into, updates or deletes from. */
export function tablesWritten(text: string): string[] {
  return namedAfter(/\b(?:insert into|update|delete from)\s+(\w+)/gi, text);
}

/** The tables, and queries named in front of it, that a statement reads from. */
export function tablesRead(text: string): string[] {
  return namedAfter(/\b(?:from|join)\s+(\w+\b)(?!\()/gi, text);
}

export function namedAfter(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].flatMap(([, name]) => (name ? [name.toLowerCase()] : []));
}
