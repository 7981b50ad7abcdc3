import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { meQuery } from '../api/answers.ts';

/** The farm that the screens show: the one of the address, else the first. */
export function useFarm(): { readonly id: string; readonly name: string } | undefined {
  const { farm } = useSearch({ from: '__root__' });
  const { data } = useQuery(meQuery);
  return data?.farms.find(({ id }) => id === farm) ?? data?.farms[0];
}
