import { type Issue, validationFailed } from '../../model/errors.ts';
import { nearestWord } from '../../tools/nearest-word.ts';
import type { QueryParameters } from '../requests/query.ts';

/** The value of a query parameter; throws when it is given more than once. */
export function singleParameter(parameters: QueryParameters, name: string): string | undefined {
  const values = parameters.filter(([given]) => given === name).map(([, value]) => value);
  if (values.length <= 1) return values[0];
  throw validationFailed([
    {
      path: name,
      code: 'repeated_parameter',
      message: `${name} is given more than once; give it once.`,
    },
  ]);
}

/** The issues of unknown and repeated parameter names. */
export function unknownParameterIssues(
  allowed: readonly string[],
  parameters: QueryParameters,
): Issue[] {
  const issues: Issue[] = [];
  const seen = new Set<string>();
  for (const [name] of parameters) {
    if (!allowed.includes(name)) issues.push(unknownParameter(name, allowed));
    else if (seen.has(name)) {
      issues.push({
        path: name,
        code: 'repeated_parameter',
        message: `${name} is given more than once; give it once.`,
      });
    }
    seen.add(name);
  }
  return issues;
}

function unknownParameter(name: string, allowed: readonly string[]): Issue {
  const suggestion = nearestWord(name, allowed);
  const hint = suggestion ? `; did you mean ${suggestion}?` : '.';
  return {
    path: name.slice(0, 100),
    code: 'unknown_parameter',
    message: `${JSON.stringify(name.slice(0, 100))} is not a parameter here${hint}`,
    allowed,
    ...(suggestion ? { suggestion } : {}),
  };
}
