import { FarmError } from '../../../model/errors.ts';
import { kebabCase } from '../../kebab-case.ts';

/** A parameter of the import with its value, as messages of the service name it. */
const PARAMETER = /\b(dateFormat|decimal|encoding|onDuplicate|onError)=/g;

/** A message of the service about an import, with the flags in place of the parameters. */
export function flagsIn(message: string): string {
  return message
    .replace(PARAMETER, (_, name: string) => `--${kebabCase(name)} `)
    .replace(/^map (leads|names) /, '--map $1 ')
    .replace('with map, or leave the column out with an empty one.', HOW_TO_MAP)
    .replace('leave one out with map.', "leave one out with --map 'COLUMN='.")
    .replace('name the one that does with map.', "name it with --map 'COLUMN=FIELD'.");
}

const HOW_TO_MAP = "with --map 'COLUMN=FIELD', or leave the column out with --map 'COLUMN='.";

/** A finding whose message names flags. */
export function withFlags<I extends { readonly message: string }>(issue: I): I {
  return { ...issue, message: flagsIn(issue.message) };
}

/** Does the work; the errors of the service that it ends with name flags. */
export async function namingFlags<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof FarmError) || error.issues === undefined) throw error;
    const { slug, code, issues, cause } = error;
    throw new FarmError(slug, {
      message: flagsIn(error.message),
      issues: issues.map(withFlags),
      ...(code === undefined ? {} : { code }),
      cause,
    });
  }
}
