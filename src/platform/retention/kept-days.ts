import { defaultRetention, type Retention, retention } from '../../model/retention.ts';

/** How long an organisation keeps what: the defaults with what it has settled, as it is stored. */
export function keptDays(stored: Readonly<Record<string, number | null>>): Retention {
  const known = Object.entries(stored).filter(([name]) => Object.hasOwn(retention, name));
  return { ...defaultRetention, ...Object.fromEntries(known) };
}
