import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Unreachable } from '../api/http.ts';
import { useFormats, useText } from '../i18n/language.tsx';
import classes from './page.module.css';
import { Loading, LoadingFailed } from './page.tsx';

/**
 * What a query answers: while it loads, where it failed, and its data. Data that cannot be read
 * again because the service is not reached says how old it is.
 */
export function Answered<T>(props: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { query } = props;
  if (query.data === undefined) {
    if (query.isPending) return <Loading />;
    return <LoadingFailed error={query.error} onRetry={() => void query.refetch()} />;
  }
  return (
    <>
      {query.failureReason instanceof Unreachable && <Stale at={query.dataUpdatedAt} />}
      {props.children(query.data)}
    </>
  );
}

function Stale(props: { readonly at: number }) {
  const text = useText();
  const formats = useFormats();
  return (
    <p className={classes['stale']} role="status">
      {text('state.stale', { at: formats.instant(new Date(props.at).toISOString()) })}
    </p>
  );
}
