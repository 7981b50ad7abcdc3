import type { Transaction } from '../../storage/database.ts';
import { dayInZone } from '../../tools/calendar.ts';
import { farmZone } from '../farms/farm-zone.ts';
import type { Call } from '../requests/call.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { Runtime } from '../runtime.ts';

/** The surroundings of a change of a row of a farm: who, when, and the farm's own calendar. */
export async function writeContext(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly call: Pick<Call, 'actor' | 'at'> &
      Partial<Pick<Call, 'requestId' | 'isStrict' | 'language'>>;
    readonly farmId: string | undefined;
  },
): Promise<RuleContext> {
  const { actor, at: now, requestId, isStrict, language } = input.call;
  const zone = await farmZone(transaction, { orgId: actor.orgId, farmId: input.farmId });
  const today = dayInZone(now, zone);
  return {
    runtime,
    transaction,
    actor,
    now,
    farmId: input.farmId,
    zone,
    today,
    requestId,
    isStrict,
    language,
  };
}
