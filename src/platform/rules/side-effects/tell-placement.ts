import { renderMessage } from '../../../i18n/render-message.ts';
import { message } from '../../../model/message.ts';
import { events } from '../../../model/resources/events.ts';
import { formatInstant, startOfDay } from '../../../tools/calendar.ts';
import { findSpeaker } from '../../alerts/find-speaker.ts';
import type { RecordWriter, RuleChange, RuleContext } from '../resource-rules.ts';
import { entersStatus } from '../row-change.ts';

/** Tells on the timeline that a flock was placed: a new one that is active, or a planned one that came. */
export async function tellPlacement(
  change: RuleChange,
  context: RuleContext,
  write: RecordWriter,
): Promise<void> {
  const { before, after } = change;
  const isPlaced =
    entersStatus(change, ['active']) && (before?.['status'] ?? 'planned') === 'planned';
  if (!isPlaced) return;
  const { id: flockId, orgId, farmId, barnId, code, placementDate, chicksReceived } = after;
  const speaker = await findSpeaker(context.transaction, orgId);
  const what = message('activity.what.named', { name: String(code) });
  const birds =
    typeof chicksReceived === 'number'
      ? message('activity.what.flock', { birds: { quantity: chicksReceived, unit: 'birds' } })
      : null;
  const values = {
    kind: 'placement',
    title: renderMessage(speaker, message('activity.flock_placed', { what })),
    details: birds && renderMessage(speaker, birds),
    ts: formatInstant(placedAt(String(placementDate), context)),
    barnId,
    flockId,
  };
  await write.insert(events, { values, farmId: farmId ?? undefined }, context);
}

function placedAt(day: string, { now, today, zone }: RuleContext): number {
  return day === today ? now : startOfDay(day, zone);
}
