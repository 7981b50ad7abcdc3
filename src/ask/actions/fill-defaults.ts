import type { OrderType } from '../../model/resources/record-orders.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { FarmNames } from '../names/farm-names.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of an action with what goes without saying: figures of the day are those of the only
 * flock. With several flocks it has to be said which. Feed that came to a barn is for its flock.
 */
export function fillDefaults(
  type: OrderType,
  fields: Fields,
  { flocks }: FarmNames,
  today: CalendarDay,
): Fields | 'which_flock' {
  const { barnId, ...rest } = fields;
  if (type === 'create_feed_delivery' && barnId) {
    const [own, ...more] = flocks.filter(
      (flock) => flock.isLive && flock.barnId === barnId && (flock.placementDate ?? '9') <= today,
    );
    return own === undefined || more.length > 0 ? 'which_flock' : { ...rest, flockId: own.id };
  }
  if (type !== 'log_daily' || fields['barnId'] || fields['flockId']) return fields;
  const [only, ...others] = flocks.filter(({ isLive }) => isLive);
  return only === undefined || others.length > 0 ? 'which_flock' : { ...fields, flockId: only.id };
}
