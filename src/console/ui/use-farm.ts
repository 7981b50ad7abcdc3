import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { meQuery } from '../api/answers.ts';

/** The farm that the screens show: the one of the address, else the first. */
export function useFarm(): { readonly id: string; readonly name: string } | undefined {
  const { farm } = useSearch({ from: '__root__' });
  const { data } = useQuery(meQuery);
  return data?.farms.find(({ id }) => id === farm) ?? data?.farms[0];
}

/** Chooses the farm that a screen belongs to, where the address names another one. */
export function useFarmOfScreen(farmId: string | null | undefined): void {
  const navigate = useNavigate();
  const chosen = useFarm()?.id;
  const { data } = useQuery(meQuery);
  const isOther = chosen !== farmId && data?.farms.some(({ id }) => id === farmId);
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
export function keepFarm(search: { readonly farm?: string | undefined }): {
  readonly farm?: string | undefined;
} {
  return search.farm === undefined ? {} : { farm: search.farm };
}
