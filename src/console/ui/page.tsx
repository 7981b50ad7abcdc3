import { Button, Loader } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { FarmError } from '../../model/core/errors.ts';
import { coversScope } from '../../model/core/vocabulary.ts';
import { meQuery } from '../api/answers.ts';
import { Unreachable } from '../api/http.ts';
import { retryMillis } from '../api/queries.ts';
import { useLanguage, useText } from '../i18n/language.tsx';
import type { TextName } from '../i18n/texts.ts';
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

/** Displayed while data is loading; empty at first, to avoid flicker. */
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

/** Displayed for an empty list. */
export function Empty(props: { readonly children?: ReactNode }): ReactNode {
  const text = useText();
  return <div className={classes['state']}>{props.children ?? text('state.empty')}</div>;
}

/** Displayed instead of content that failed to load: the error, and how to proceed. */
export function LoadingFailed(props: {
  readonly error: unknown;
  readonly onRetry: () => void;
}): ReactNode {
  const text = useText();
  const texts = useLateErrorTexts();
  const seconds = useSecondsLeft(props.error);
  const reason = failureReason(props.error);
  const scope = missingScope(props.error);
  const requestId = props.error instanceof FarmError && props.error.headers['x-request-id'];
  return (
    <div className={classes['state']} role="alert">
      <strong>{text(seconds === undefined ? headingOf(reason) : 'error.busyTitle')}</strong>
      <p>
        {seconds !== undefined
          ? text('error.busy', { seconds })
          : reason === undefined
            ? (texts?.ofError(props.error) ?? errorMessage(props.error))
            : text(reason === 'error.unreachable' ? 'error.keepsTrying' : reason)}
      </p>
      {scope !== undefined && <code dir="ltr">{scope}</code>}
      <Button variant="default" onClick={props.onRetry}>
        {text('state.retry')}
      </Button>
      {requestId && <small>{text('error.requestId', { id: requestId })}</small>}
    </div>
  );
}

/** The headings of the known reasons. */
const HEADINGS: Readonly<Partial<Record<TextName, TextName>>> = {
  'error.forbidden': 'error.noPermission',
  'error.notFound': 'error.notFoundTitle',
  'error.unreachable': 'error.unreachableTitle',
};

function headingOf(reason: TextName | undefined): TextName {
  return (reason && HEADINGS[reason]) ?? 'error.title';
}

function failureReason(error: unknown): TextName | undefined {
  if (error instanceof Unreachable) return 'error.unreachable';
  if (!(error instanceof FarmError)) return undefined;
  if (error.status === 403) return 'error.forbidden';
  return error.status === 404 ? 'error.notFound' : undefined;
}

/** The error texts, loaded on demand because most screens never fail. */
function useLateErrorTexts() {
  const { wording } = useLanguage();
  const { data } = useQuery({
    queryKey: ['late-error-texts', wording.language],
    queryFn: async () => (await import('../api/error-texts.ts')).loadErrorTexts(wording),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    meta: { isPrivate: true },
  });
  return data;
}

/** Countdown in seconds of a wait requested by the service; undefined without one. */
function useSecondsLeft(error: unknown): number | undefined {
  const wait = retryMillis(error);
  const [passed, setPassed] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each error restarts the countdown
  useEffect(() => {
    setPassed(0);
    if (wait === undefined) return;
    const timer = setInterval(() => setPassed((seconds) => seconds + 1), 1000);
    return () => clearInterval(timer);
  }, [error, wait]);
  return wait === undefined ? undefined : Math.max(0, Math.ceil(wait / 1000) - passed);
}

/** The missing scope in a rejection. */
function missingScope(error: unknown): string | undefined {
  if (!(error instanceof FarmError) || error.slug !== 'insufficient_scope') return undefined;
  return /needs the scope ((?:read|write|admin):[\w*-]+)/.exec(error.message)?.[1];
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * The state of a query: loading, failed, or its data. The age of data that cannot be refetched is
 * displayed in the frame of all screens.
 */
export function Answered<T>(props: {
  readonly query: UseQueryResult<T>;
  /** The heading of the screen until the data arrives, where the data contains its title. */
  readonly title?: string;
  readonly children: (data: T) => ReactNode;
}): ReactNode {
  const { children, ...unanswered } = props;
  const { data } = props.query;
  return data === undefined ? <Unanswered {...unanswered} /> : children(data);
}

/** Displayed instead of missing data: that it is loading, or why it failed. */
export function Unanswered(props: {
  readonly query: UseQueryResult;
  readonly title?: string;
}): ReactNode {
  const { query, title } = props;
  const error = loadFailure(query);
  const state =
    error === null ? (
      <Loading />
    ) : (
      <LoadingFailed error={error} onRetry={() => void query.refetch()} />
    );
  return title === undefined ? state : <Page title={title}>{state}</Page>;
}

/**
 * The reason why a query has no data. A missing network, or a wait requested by the service, is
 * known before the last attempt.
 */
export function loadFailure(query: Pick<UseQueryResult, 'error' | 'failureReason'>): Error | null {
  const { failureReason: latest } = query;
  return latest instanceof Unreachable || retryMillis(latest) !== undefined ? latest : query.error;
}

/** Whether the session has a scope; actions that require another one are hidden. */
export function useCan(): (scope: string) => boolean {
  const { data: me } = useQuery(meQuery);
  return (scope) => coversScope(me?.scopes ?? [], scope);
}

/** Displayed instead of a screen for which the session has no permission. */
export function Forbidden(props: { readonly scope: string }): ReactNode {
  const text = useText();
  return (
    <Page title={text('error.noPermission')}>
      <MissingScope scope={props.scope} />
    </Page>
  );
}

/** Displayed instead of a part for which the session has no permission. */
export function MissingScope(props: {
  readonly scope: string;
  readonly children?: ReactNode;
}): ReactNode {
  const text = useText();
  return (
    <Empty>
      {props.children}
      <span>{text('error.forbidden')}</span>
      <code dir="ltr">{props.scope}</code>
    </Empty>
  );
}
