import { useQuery } from '@tanstack/react-query';
import { periodicRefresh, recordQuery } from '../api/queries.ts';
import { useCan } from '../ui/page.tsx';

/** A record with amounts: it has their currency, or the farm with that currency. */
export interface Priced {
  readonly currency?: unknown;
  readonly farmId?: unknown;
}

/** The currency of the amounts of a record; undefined while it is unknown. */
export function useCurrency({ currency, farmId }: Priced = {}): string | undefined {
  const mayRead = useCan()('read:farms');
  const isOwn = typeof currency === 'string';
  const farm = useQuery({
    ...recordQuery('farms', String(farmId)),
    ...periodicRefresh,
    enabled: !isOwn && typeof farmId === 'string' && mayRead,
  });
  return isOwn ? currency : (farm.data?.currency ?? undefined);
}
