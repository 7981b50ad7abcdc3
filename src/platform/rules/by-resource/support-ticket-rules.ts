import { findLargestNumber } from '../../../storage/records/find-largest-number.ts';
import { formatInstant } from '../../../tools/calendar.ts';
import type { ResourceRules, RuleChange, RuleContext } from '../resource-rules.ts';
import { stampEntry, stampStay } from '../status-stamps.ts';

const ANSWERED = ['in_progress', 'waiting_customer', 'resolved', 'closed'];

/** The number of a ticket, its first response and its closing. */
export const supportTicketRules: ResourceRules = {
  async fill(change, context) {
    const value = formatInstant(context.now);
    return {
      ...(await fillNumber(change, context)),
      ...stampEntry(change, { field: 'firstResponseAt', statuses: ANSWERED, value }),
      ...stampStay(change, { field: 'closedAt', statuses: ['closed'], value }),
    };
  },
};

async function fillNumber(
  { definition, before, after }: RuleChange,
  { transaction }: RuleContext,
): Promise<Readonly<Record<string, unknown>>> {
  if (before || after['number'] !== null) return {};
  const { orgId } = after;
  await transaction.lock(`support-ticket-number ${orgId}`);
  const largest = await findLargestNumber(transaction, definition, { orgId, field: 'number' });
  return { number: largest + 1 };
}
