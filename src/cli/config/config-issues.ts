import type * as z from 'zod/mini';
import { nearestWord } from '../../tools/nearest-word.ts';
import { configSchema, projectSchema } from './config-schema.ts';
import { settingNames } from './setting-definitions.ts';

/** One thing that is wrong, in words, and where. */
export interface ConfigIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

type SchemaIssue = z.core.$ZodIssue;

/** What a schema found wrong, in words that name the setting and the nearest one that exists. */
export function describeIssues(
  issues: readonly SchemaIssue[],
  kind: 'config' | 'project',
): readonly ConfigIssue[] {
  return issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.map((key) => ({
          path: [...issue.path, key],
          message: describeUnknown(key, issue.path, kind),
        }))
      : [{ path: issue.path, message: `${subjectOf(issue)}${describeIssue(issue)}` }],
  );
}

/** What is wrong with a value, without saying whose it is: `must be one of …; did you mean "json"?` */
export function describeIssue(issue: SchemaIssue): string {
  if (issue.code === 'invalid_key') return issue.issues[0]?.message ?? issue.message;
  if (issue.code !== 'invalid_value' || typeof issue.input !== 'string') return issue.message;
  return issue.message + suggestion(nearestWord(issue.input, issue.values.map(String)));
}

function subjectOf({ path }: SchemaIssue): string {
  return path.length === 0 ? 'the file ' : `${path.map(String).join('.')} `;
}

function describeUnknown(
  key: string,
  path: readonly PropertyKey[],
  kind: 'config' | 'project',
): string {
  const place = [...path, key].map(String).join('.');
  const known = settingNames.some((name) => name === key);
  if (known && kind === 'project') {
    return `${place} may not stand in a project file; name a profile that has it: "profile": "…"`;
  }
  if (known) return `${place} belongs into a profile: "profiles": { "default": { "${key}": … } }`;
  return `${place} is not a setting${suggestion(nearestWord(key, namesAt(path, kind)))}`;
}

function namesAt(path: readonly PropertyKey[], kind: 'config' | 'project'): readonly string[] {
  if (kind === 'project') return Object.keys(projectSchema.shape);
  const { defaults, profiles } = configSchema.shape;
  if (path[0] === 'defaults') return Object.keys(defaults.def.innerType.shape);
  if (path[0] === 'profiles') return Object.keys(profiles.def.innerType.def.valueType.shape);
  return Object.keys(configSchema.shape);
}

function suggestion(word: string | undefined): string {
  return word === undefined ? '' : `; did you mean "${word}"?`;
}
