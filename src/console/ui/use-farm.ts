import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { meQuery } from '../api/answers.ts';

/** The farm that the screens show: the one of the address, else the first. */
export function useFarm(): { readonly id: string; readonly name: string } | undefined {
  const { farm } = useSearch({ from: '__root__' });
  const { data } = useQuery(meQuery);
  return data?.farms.find(({ id }) => id === farm) ?? data?.farms[0];
}

/** Keeps the chosen farm, and nothing else of the address, where a link leads. */
export function keepFarm(search: { readonly farm?: string | undefined }): {
  readonly farm?: string | undefined;
} {
  return search.farm === undefined ? {} : { farm: search.farm };
}
