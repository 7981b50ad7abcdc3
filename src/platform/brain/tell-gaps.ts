import { findGaps } from '../../farming/gaps/find-gaps.ts';
import type { Gap } from '../../farming/gaps/gap.ts';
import type { GapSnapshot } from '../../farming/gaps/gap-rule.ts';
import { renderMessages } from '../../i18n/render-message.ts';
import { forgetKnownGaps, keepKnownGap, listKnownGaps } from '../../storage/system/known-gaps.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { findSpeaker } from '../alerts/find-speaker.ts';
import { publishEvents } from '../events/publish-events.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { FarmScan } from './farm-scan.ts';

/**
 * Tells of the gaps that were not there when the farm was looked through last, with one
 * `gap.detected` each; a gap that was closed and is there again is new. A change of its severity
 * alone is not told. The snapshot is of before the rules were applied: alerts that they have closed
 * since are no gaps.
 */
export async function tellGaps(
  context: RuleContext & { readonly farmId: string },
  snapshot: GapSnapshot,
  closedAlertIds: readonly string[],
): Promise<NonNullable<FarmScan['gaps']>> {
  const { transaction, actor, farmId, now } = context;
  const place = { orgId: actor.orgId, farmId };
  const found = findGaps(snapshot).filter(
    ({ ids }) => ids['alertId'] === undefined || !closedAlertIds.includes(ids['alertId']),
  );
  const known = new Map((await listKnownGaps(transaction, place)).map((gap) => [gap.key, gap]));
  const seenAt = formatInstant(now);
  for (const { key, severity } of found) {
    if (known.get(key)?.severity === severity) continue;
    await keepKnownGap(transaction, place, { key, severity, seenAt });
  }
  const there = new Set(found.map(({ key }) => key));
  const gone = [...known.keys()].filter((key) => !there.has(key));
  await forgetKnownGaps(transaction, place, gone);
  const fresh = found.filter(({ key }) => !known.has(key));
  return {
    new: await publish(context, fresh),
    known: found.length - fresh.length,
    gone: gone.length,
  };
}

async function publish(
  { runtime, transaction, actor, farmId, now }: RuleContext & { readonly farmId: string },
  gaps: readonly Gap[],
): Promise<readonly unknown[]> {
  const speaker = await findSpeaker(transaction, actor.orgId);
  const told = gaps.map(({ key: _key, ...gap }) => renderMessages(speaker, gap));
  const createdAt = formatInstant(now);
  const events = told.map((gap) => {
    const id = runtime.ids.create('evt');
    const { orgId } = actor;
    const event = 'gap.detected';
    const body = JSON.stringify({ id, event, orgId, farmId, createdAt, data: { gap } });
    return { id, event, orgId, farmId, resource: null, rowId: null, createdAt, body };
  });
  await publishEvents(runtime, transaction, events);
  return told;
}
