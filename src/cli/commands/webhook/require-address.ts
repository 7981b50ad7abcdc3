import { usageError } from '../../errors.ts';

/** The address of a flag where it is one of the web; else throws a usage error. */
export function requireAddress(typed: string, flag: string): string {
  if (URL.canParse(typed) && /^https?:$/.test(new URL(typed).protocol)) return typed;
  const shown = JSON.stringify(typed);
  throw usageError(`${flag} must begin with http:// or https://, not ${shown}`);
}
