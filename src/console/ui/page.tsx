import { Button, Loader } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FarmError } from '../../model/core/errors.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { meQuery } from '../api/answers.ts';
import { Unreachable } from '../api/http.ts';
import { retryMillis } from '../api/queries.ts';
import { useText } from '../i18n/language.tsx';
import type { TextName, TextValues } from '../i18n/texts.ts';
import classes from './page.module.css';
import { Words } from './words.tsx';

/** A screen: its title, which is focused when the screen opens, and its content. */
export function Page(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    document.title = `${props.title} · farmctl`;
    heading.current?.focus({ preventScroll: true });
  }, [props.title]);
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <h1 ref={heading} tabIndex={-1} dir="auto">
          <Words>{props.title}</Words>
        </h1>
        {props.aside}
      </header>
      {props.children}
    </div>
  );
}

/** A part of a screen with a heading. */
export function Section(props: {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <section className={classes['section']}>
      <header className={classes['sectionHeader']}>
        <h2>{props.title}</h2>
        {props.aside}
      </header>
      {props.children}
    </section>
  );
}

const PATIENCE_MILLIS = 300;

/** Shown while data is on its way; nothing in the first moments, so that nothing flickers. */
export function Loading(): ReactNode {
  const text = useText();
  const [isLate, setIsLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsLate(true), PATIENCE_MILLIS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className={classes['state']} aria-busy="true" role="status">
      {isLate && <Loader size="sm" role="img" aria-label={text('state.loading')} />}
    </div>
  );
}

/** Shown where there is nothing. */
export function Empty(props: { readonly children?: ReactNode }): ReactNode {
  const text = useText();
  return <div className={classes['state']}>{props.children ?? text('state.empty')}</div>;
}

/** Shown in place of what could not be loaded: what happened, and what to do. */
export function LoadingFailed(props: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactNode {
  const text = useText();
  const [reason, values] = reasonOf(props.error);
  const scope = missingScope(props.error);
  const requestId = props.error instanceof FarmError && props.error.headers['x-request-id'];
  return (
    <div className={classes['state']} role="alert">
      <strong>{text('error.title')}</strong>
      <p>{reason === undefined ? messageOf(props.error) : text(reason, values)}</p>
      {scope !== undefined && <code dir="ltr">{scope}</code>}
      <Button variant="default" onClick={props.onRetry}>
        {text('state.retry')}
      </Button>
      {requestId && <small>{text('error.requestId', { id: requestId })}</small>}
    </div>
  );
}

function reasonOf(error: unknown): [name?: TextName, values?: TextValues] {
  if (error instanceof Unreachable) return ['error.unreachable'];
  if (!(error instanceof FarmError)) return [];
  const wait = retryMillis(error);
  if (wait !== undefined) return ['error.busy', { seconds: Math.ceil(wait / 1000) }];
  if (error.status === 403) return ['error.forbidden'];
  return error.status === 404 ? ['error.notFound'] : [];
}

/** The scope that a refusal names. */
function missingScope(error: unknown): string | undefined {
  if (!(error instanceof FarmError) || error.slug !== 'insufficient_scope') return undefined;
  return /needs the scope ((?:read|write|admin):[\w*-]+)/.exec(error.message)?.[1];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * What a query answers: while it loads, where it failed, and its data. How old data is that cannot be
 * read again, the frame of all screens says.
 */
export function Answered<T>(props: {
  readonly query: UseQueryResult<T>;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { query } = props;
  return query.data === undefined ? <Unanswered query={query} /> : props.children(query.data);
}

/** Shown in place of an answer that has not come: that it is on its way, or why it does not come. */
export function Unanswered({ query }: { readonly query: UseQueryResult }): ReactNode {
  const error = failureOf(query);
  if (error === null) return <Loading />;
  return <LoadingFailed error={error} onRetry={() => void query.refetch()} />;
}

/** Why a query has no answer; that there is no network is known before the last attempt. */
export function failureOf(query: Pick<UseQueryResult, 'error' | 'failureReason'>): Error | null {
  return query.failureReason instanceof Unreachable ? query.failureReason : query.error;
}

/** Whether the session holds a scope; actions that need another one are not shown. */
export function useCan(): (scope: string) => boolean {
  const { data: me } = useQuery(meQuery);
  return (scope) => coversScope(me?.scopes ?? [], scope);
}

/** Shown in place of a screen that the session has no permission for. */
export function Forbidden(props: { readonly scope: string }): ReactNode {
  const text = useText();
  return (
    <Empty>
      <strong>{text('error.noPermission')}</strong>
      <span>{text('error.forbidden')}</span>
      <code dir="ltr">{props.scope}</code>
    </Empty>
  );
}
