import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { allFarmsQuery, farmQuery, type Me, meQuery } from '../api/answers.ts';
import { periodicRefresh, recordQuery } from '../api/queries.ts';
import { useZone, ZoneProvider } from '../i18n/language.tsx';

export type Farm = Me['farms'][number];

/** The selected farm of the screens: the one in the address, or else the first. */
export function useFarm(): Farm | undefined {
  const { farm } = useSearch({ from: '__root__' });
  const { data } = useQuery(meQuery);
  const searchedFarm = farm !== undefined && isBeyond(data, farm) ? farm : undefined;
  const found = useQuery({ ...farmQuery(searchedFarm ?? ''), enabled: searchedFarm !== undefined });
  // Its name is not known yet; the first farm's data must not be shown under its address.
  if (searchedFarm !== undefined && !found.data) return { id: searchedFarm, name: '' };
  return found.data?.farms[0] ?? chosenFarm(data, farm);
}

/** Of the caller's first farms, the one in the address, or else the first. */
export function chosenFarm(
  me: Pick<Me, 'farms'> | undefined,
  named: string | undefined,
): Farm | undefined {
  return me?.farms.find(({ id }) => id === named) ?? me?.farms[0];
}

/** Whether a farm may be outside the first ones. */
export function isBeyond(me: Pick<Me, 'farms' | 'farmCount'> | undefined, farmId: string): boolean {
  return me !== undefined && me.farmCount > me.farms.length && !hasFarm(me, farmId);
}

function hasFarm(me: Pick<Me, 'farms'>, farmId: string): boolean {
  return me.farms.some(({ id }) => id === farmId);
}

/** All farms of the caller; only the first ones until the others are loaded. */
export function useAllFarms(): readonly Farm[] {
  const { data: me } = useQuery(meQuery);
  const isPart = me !== undefined && me.farmCount > me.farms.length;
  const all = useQuery({ ...allFarmsQuery, enabled: isPart });
  return (isPart ? all.data?.farms : undefined) ?? me?.farms ?? [];
}

/** Selects the farm of a screen, where the address has another one. */
function useFarmOfScreen(farmId: string | null | undefined): void {
  const navigate = useNavigate();
  const chosen = useFarm()?.id;
  const { data } = useQuery(meQuery);
  const isSeen =
    typeof farmId === 'string' && data && (hasFarm(data, farmId) || isBeyond(data, farmId));
  const isOther = chosen !== farmId && isSeen;
  useEffect(() => {
    if (!isOther || typeof farmId !== 'string') return;
    void navigate({
      to: '.',
      search: (previous) => ({ ...previous, farm: farmId }),
      replace: true,
    });
  }, [isOther, farmId, navigate]);
}

/** Retains the selected farm, and no other search parameter, in a link. */
export function preserveFarm(search: { readonly farm?: string | undefined }): {
  readonly farm?: string | undefined;
} {
  return search.farm === undefined ? {} : { farm: search.farm };
}

/**
 * Provides the time zone of a farm, or that of the organisation while it is unknown, and selects
 * the farm.
 */
export function FarmClock(props: {
  readonly farmId: string | null | undefined;
  readonly children: ReactNode;
}): ReactNode {
  const { farmId, children } = props;
  const { data } = useQuery({
    ...recordQuery('farms', farmId ?? ''),
    ...periodicRefresh,
    enabled: typeof farmId === 'string',
  });
  useFarmOfScreen(farmId);
  const around = useZone();
  // Always the same element, because a different one would reset the state of the children.
  return <ZoneProvider zone={data?.timezone ?? around}>{children}</ZoneProvider>;
}
