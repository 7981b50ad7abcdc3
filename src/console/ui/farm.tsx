import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { allFarmsQuery, farmQuery, type Me, meQuery } from '../api/answers.ts';
import { calm, recordQuery } from '../api/queries.ts';
import { useZone, ZoneProvider } from '../i18n/language.tsx';

export type Farm = Me['farms'][number];

/** The farm that the screens show: the one of the address, else the first. */
export function useFarm(): Farm | undefined {
  const { farm } = useSearch({ from: '__root__' });
  const { data } = useQuery(meQuery);
  const asked = farm !== undefined && isBeyond(data, farm) ? farm : undefined;
  const found = useQuery({ ...farmQuery(asked ?? ''), enabled: asked !== undefined });
  // Its name is not known yet; with the first farm its data would be shown under another address.
  if (asked !== undefined && !found.data) return { id: asked, name: '' };
  return found.data?.farms[0] ?? chosenFarm(data, farm);
}

/** Of the first farms of a caller, the one that the address names, else the first. */
export function chosenFarm(
  me: Pick<Me, 'farms'> | undefined,
  named: string | undefined,
): Farm | undefined {
  return me?.farms.find(({ id }) => id === named) ?? me?.farms[0];
}

/** Whether a farm may be one of those that are not among the first. */
export function isBeyond(me: Pick<Me, 'farms' | 'farmCount'> | undefined, farmId: string): boolean {
  return me !== undefined && me.farmCount > me.farms.length && !hasFarm(me, farmId);
}

function hasFarm(me: Pick<Me, 'farms'>, farmId: string): boolean {
  return me.farms.some(({ id }) => id === farmId);
}

/** All farms of the caller; the first ones as long as the others have not come. */
export function useAllFarms(): readonly Farm[] {
  const { data: me } = useQuery(meQuery);
  const isPart = me !== undefined && me.farmCount > me.farms.length;
  const all = useQuery({ ...allFarmsQuery, enabled: isPart });
  return (isPart ? all.data?.farms : undefined) ?? me?.farms ?? [];
}

/** Chooses the farm that a screen belongs to, where the address names another one. */
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

/** Keeps the chosen farm, and nothing else of the address, where a link leads. */
export function preserveFarm(search: { readonly farm?: string | undefined }): {
  readonly farm?: string | undefined;
} {
  return search.farm === undefined ? {} : { farm: search.farm };
}

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
