import type { Message } from '../../model/core/message.ts';
import faults from './connection-faults.json' with { type: 'json' };

type FaultName = keyof typeof faults;

interface Form {
  readonly name: FaultName;
  readonly pattern: RegExp;
  readonly params: readonly string[];
}

const PLACE = /\\?\{(\w+)\\?\}/g;

/** The English sentences in which errors of connections are stored, the longer ones first. */
const FORMS: readonly Form[] = Object.entries(faults).map(([name, sentence]) => {
  const params = [...sentence.matchAll(PLACE)].map(([, param = '']) => param);
  const escaped = sentence.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const pattern = new RegExp(`^${escaped.replace(PLACE, '(.{1,500}?)')}$`, 's');
  // The names are the keys of the file.
  return { name: name as FaultName, pattern, params };
});

/**
 * The error of a connection as a message: what the service stored about its own attempts, in any
 * version. What devices and other services say stays as they wrote it.
 */
export function connectionFault(error: string): Message | string {
  for (const { name, pattern, params } of FORMS) {
    const [found, ...values] = pattern.exec(error) ?? [];
    if (found === undefined) continue;
    const filled = Object.fromEntries(params.map((param, index) => [param, values[index] ?? '']));
    return { text: `connection.${name}`, params: filled };
  }
  return error;
}
