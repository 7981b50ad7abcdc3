import type { ResourceDefinition } from '../../model/resource.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { RowTouch } from '../runtime.ts';

/** Does what follows from a row that came, changed or went; `after` is undefined for one that went. */
export async function followUp(
  { name: resource }: Pick<ResourceDefinition, 'name'>,
  change: Pick<RowTouch, 'before' | 'after'>,
  context: RuleContext,
): Promise<void> {
  const { runtime, transaction, actor, now, zone, today } = context;
  const touch = { resource, ...change, transaction, actor, now, zone, today };
  await runtime.followUp?.(runtime, touch);
}
