import type { OrderType } from '../../model/resources/record-orders.ts';
import type { FarmNames } from '../names/farm-names.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The fields of an action with what goes without saying: figures of the day are those of the only
 * flock. With several flocks it has to be said which.
 */
export function fillDefaults(
  type: OrderType,
  fields: Fields,
  { flocks }: FarmNames,
): Fields | 'which_flock' {
  if (type !== 'log_daily' || fields['barnId'] || fields['flockId']) return fields;
  const [only, ...others] = flocks.filter(({ isLive }) => isLive);
  return only === undefined || others.length > 0 ? 'which_flock' : { ...fields, flockId: only.id };
}
