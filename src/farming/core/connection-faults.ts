import type { Message } from '../../model/core/message.ts';
import faults from './connection-faults.json' with { type: 'json' };

interface Form {
  readonly name: string;
  /** What stands around the parameters. */
  readonly parts: readonly string[];
  readonly params: readonly string[];
}

/** The English sentences in which errors of connections are stored, the longer ones first. */
const FORMS: readonly Form[] = Object.entries(faults).map(([name, sentence]) => ({
  name,
  parts: sentence.split(/\{\w+\}/),
  params: [...sentence.matchAll(/\{(\w+)\}/g)].map(([, param = '']) => param),
}));

/**
 * The error of a connection as a message: what the service stored about its own attempts, in any
 * version. What devices and other services say stays as they wrote it.
 */
export function connectionFault(error: string): Message | string {
  for (const { name, parts, params } of FORMS) {
    const values = valuesBetween(error, parts);
    if (!values) continue;
    const filled = Object.fromEntries(
      params.map((param, index) => {
        const value = values[index] ?? '';
        return [param, param === 'reason' ? connectionFault(value) : value];
      }),
    );
    return { text: `connection.${name}`, params: filled };
  }
  return error;
}

/** What stands between the parts of a text; undefined where it does not consist of them. */
function valuesBetween(text: string, [first = '', ...others]: readonly string[]) {
  if (!text.startsWith(first)) return undefined;
  const values: string[] = [];
  let at = first.length;
  for (const [index, part] of others.entries()) {
    const isLast = index === others.length - 1;
    const end = isLast ? text.length - part.length : text.indexOf(part, at);
    if (end <= at || !text.startsWith(part, end)) return undefined;
    values.push(text.slice(at, end));
    at = end + part.length;
  }
  return at === text.length ? values : undefined;
}
