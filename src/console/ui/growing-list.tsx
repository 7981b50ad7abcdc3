import { Button } from '@mantine/core';
import {
  type QueryKey,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { limits } from '../../model/core/limits.ts';
import { periodicRefresh } from '../api/queries.ts';
import { useText } from '../i18n/language.tsx';
import classes from './growing-list.module.css';

interface Rows {
  readonly data: readonly unknown[];
  readonly meta: { readonly total: number };
}

/**
 * A list that displays its first rows, and twice as many at each press of the button in `rest`,
 * which displays the count and is empty once all rows are displayed.
 */
export function useGrowingList<P extends Rows, K extends QueryKey>(
  queryOf: (limit: number) => UseQueryOptions<P, Error, P, K>,
  first: number = limits.pageSize,
): { readonly list: UseQueryResult<P>; readonly rest: ReactNode } {
  const text = useText();
  const [limit, setLimit] = useState(first);
  // Many pages are not refetched every few seconds, but events still refetch them immediately.
  const list = useQuery({
    ...queryOf(limit),
    ...(limit > limits.maxPageSize ? periodicRefresh : {}),
  });
  const shown = list.data?.data.length ?? 0;
  const total = list.data?.meta.total ?? 0;
  const rest = shown < total && (
    <div className={classes['rest']}>
      <span role="status">{text('records.shown', { shown, total })}</span>
      <Button
        variant="default"
        loading={list.isPlaceholderData}
        onClick={() => setLimit(limit * 2)}
      >
        {text('work.more')}
      </Button>
    </div>
  );
  return { list, rest };
}
