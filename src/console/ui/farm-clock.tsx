import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { calm, recordQuery } from '../api/queries.ts';
import { useZone, ZoneProvider } from '../i18n/language.tsx';
import { useFarmOfScreen } from './use-farm.ts';

/**
 * Gives everything inside the clock of a farm, that of the organisation while it is not known, and
 * makes it the chosen farm.
 */
export function FarmClock(props: {
  readonly farmId: string | null | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { farmId, children } = props;
  const { data } = useQuery({
    ...recordQuery('farms', farmId ?? ''),
    ...calm,
    enabled: typeof farmId === 'string',
  });
  useFarmOfScreen(farmId);
  const around = useZone();
  // Always the same element: React would discard the state of the children if it changed.
  return <ZoneProvider zone={data?.timezone ?? around}>{children}</ZoneProvider>;
}
