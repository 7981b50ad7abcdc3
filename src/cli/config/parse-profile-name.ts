import { usageError } from '../errors.ts';
import { profileName } from './config-schema.ts';

/** The name of a profile, as it was typed; throws a usage error for one that cannot be stored. */
export function parseProfileName(typed: string): string {
  if (profileName.safeParse(typed).success) return typed;
  throw usageError(`"${typed}" is no name for a profile`, {
    hint: 'Take up to 40 letters, digits, ".", "_" or "-"',
  });
}
