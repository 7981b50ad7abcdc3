import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unreachable } from '../api/http.ts';
import { Loading, LoadingFailed } from './page.tsx';

/**
 * What a query answers: while it loads, where it failed, and its data. How old data is that cannot be
 * read again, the frame of all screens says.
 */
export function Answered<T>(props: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { query } = props;
  if (query.data !== undefined) return props.children(query.data);
  const retry = () => void query.refetch();
  // The page keeps trying; that there is no network is said at once.
  if (query.failureReason instanceof Unreachable) {
    return <LoadingFailed error={query.failureReason} onRetry={retry} />;
  }
  if (query.isPending) return <Loading />;
  return <LoadingFailed error={query.error} onRetry={retry} />;
}
