import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { type AnswerOf, meQuery } from '../api/answers.ts';
import { calm, recordQuery } from '../api/queries.ts';
import { useZone, ZoneProvider } from '../i18n/language.tsx';

type Farm = AnswerOf<'GET /me'>['farms'][number];

/** The farm that the screens show: the one of the address, else the first. */
export function useFarm(): Farm | undefined {
  const { farm } = useSearch({ from: '__root__' });
  const { data } = useQuery(meQuery);
  return chosenFarm(data, farm);
}

/** Of the farms of a caller, the one that the address names, else the first. */
export function chosenFarm(
  me: Pick<AnswerOf<'GET /me'>, 'farms'> | undefined,
  named: string | undefined,
): Farm | undefined {
  return me?.farms.find(({ id }) => id === named) ?? me?.farms[0];
}

/** Chooses the farm that a screen belongs to, where the address names another one. */
function useFarmOfScreen(farmId: string | null | undefined): void {
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
