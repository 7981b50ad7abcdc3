import { farms } from '../../model/resources/farms.ts';
import { toE164 } from '../../tools/phone-number.ts';
import { findNeighbour } from './find-neighbour.ts';
import { phoneCountry } from './phone-country.ts';
import type { RuleChange, RuleContext } from './resource-rules.ts';
import { hasChanged } from './row-change.ts';

/** The field `phoneE164` of a row whose phone is new: null when that is no number that can exist. */
export async function fillInternationalPhone(
  change: RuleChange,
  context: RuleContext,
): Promise<Readonly<Record<string, unknown>>> {
  if (!hasChanged(change, ['phone'])) return {};
  const { phone, farmId: id, orgId } = change.after;
  if (typeof phone !== 'string') return { phoneE164: null };
  const currency = (await findNeighbour(context, farms, { id, orgId }))?.['currency'];
  const country = phoneCountry(context.zone, typeof currency === 'string' ? currency : undefined);
  return { phoneE164: toE164(phone, country) ?? null };
}
