import { findTargets, type Target } from '../../ask/actions/target-words.ts';
import type { Understanding } from '../../ask/grammar/understanding.ts';
import { type Message, message } from '../../model/core/message.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { alerts } from '../../model/resources/alerts.ts';
import { tasks } from '../../model/resources/tasks.ts';
import type { Connection } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { listRows } from '../../storage/records/list-rows.ts';
import { scopeOf } from '../core/actor.ts';
import type { RequestContext } from '../core/request-context.ts';
import type { AskAnswer } from './question-farm.ts';

type OrderedAction = Extract<Understanding, { kind: 'action' }>;

/** The target record of an order, with its values. */
export type TargetRecord = Target & Readonly<Record<string, unknown>>;

/** The target record, or the answer when none or several match. */
type FoundTarget =
  | {
      readonly record: TargetRecord;
      readonly idField: 'taskId' | 'alertId';
      /** Whether some words of the order do not fit the record. */
      readonly isDoubtful: boolean;
    }
  | {
      readonly text: Message;
      readonly clarify?: NonNullable<AskAnswer['clarify']>;
      readonly needs?: readonly string[];
    };

const KINDS = {
  task: { definition: tasks, statuses: ['open', 'in_progress', 'blocked'] },
  alert: { definition: alerts, statuses: ['open', 'acknowledged', 'in_progress'] },
} as const;
const MAX_CANDIDATES = 200;
const MAX_CHOICES = 5;

/**
 * Finds the unfinished task or open alert that an order describes, among those visible to the key.
 */
export async function findOrderTarget(
  connection: Connection,
  { type, target }: OrderedAction & { readonly target: NonNullable<OrderedAction['target']> },
  { call, farmId }: { readonly call: RequestContext; readonly farmId: string },
): Promise<FoundTarget> {
  const kind = type === 'acknowledge_alert' || type === 'resolve_alert' ? 'alert' : 'task';
  const { definition, statuses } = KINDS[kind];
  const needed = `read:${definition.name}`;
  if (!coversScope(call.actor.scopes, needed)) {
    return { text: message('ask.not_allowed', { scopes: needed }), needs: [needed] };
  }
  const scope = narrowScope(scopeOf(call.actor), farmId);
  const listed = await Promise.all(
    statuses.map((status) =>
      listRows(connection, definition, {
        scope,
        conditions: [{ field: 'status', operator: '=', value: status }],
        order: 'createdAt',
        direction: 'desc',
        limit: MAX_CANDIDATES,
        offset: 0,
      }),
    ),
  );
  const records = listed.flat().map((row) => JSON.parse(row) as TargetRecord);
  const { isCertain, isLikely, found } = findTargets(target, records);
  const [record] = found;
  if (!record) return { text: message(`ask.action.no_${kind}`) };
  if (isCertain || isLikely) return { record, idField: `${kind}Id`, isDoubtful: !isCertain };
  const clarify = found
    .slice(0, MAX_CHOICES)
    .map(({ id, title }) => ({ kind, id, label: title }) as const);
  return { text: message('ask.action.which_record'), clarify };
}
