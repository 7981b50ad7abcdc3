import type { MessageParams } from '../../model/message.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { flockName } from '../gaps/flock-name.ts';
import type { RuleFinding } from './alert-rule.ts';

/** What is found of a flock, before it is said which flock that is. */
export type Found = Pick<RuleFinding, 'severity' | 'why' | 'params' | 'evidence'>;

/** What a rule finds of each flock; of those it cannot judge, nothing. */
export function flockFindings(
  records: readonly FlockRecord[],
  judge: (record: FlockRecord) => Found | null,
): RuleFinding[] {
  return records.flatMap((record) => {
    const found = judge(record);
    if (!found) return [];
    const { id, barnId } = record.flock;
    const params: MessageParams = { ...placeOf(record), ...found.params };
    return [{ subject: id, barnId, flockId: id, ...found, params }];
  });
}

/** What people call the place and the birds. */
export function placeOf(record: FlockRecord): { readonly barn: string; readonly flock: string } {
  const flock = flockName(record);
  return { barn: record.barn?.name ?? flock, flock };
}
