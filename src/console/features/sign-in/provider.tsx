import { Button } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { callRoute } from '../../api/answers.ts';
import { basePath } from '../../api/http.ts';
import { useText } from '../../i18n/language.tsx';
import { forgetAnswers } from '../../offline/cached-answers.ts';
import { Refusal } from '../../ui/act.tsx';

const PAGE = `${basePath}sign-in`;
const MAX_SCREEN_LENGTH = 1000;

/** The identity provider of the service; undefined without one, or while it is unknown. */
export function useProvider(): { readonly name: string } | undefined {
  const { data } = useQuery({
    queryKey: ['sign-in-provider'],
    queryFn: ({ signal }) => callRoute('GET /os/session/oidc', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
    meta: { isPrivate: true },
  });
  return data?.provider ?? undefined;
}

/** A button that redirects to the identity provider; empty without one. */
export function ByProvider(): ReactNode {
  const text = useText();
  const provider = useProvider();
  const start = useMutation({
    mutationFn: () =>
      callRoute('POST /os/session/oidc/start', { body: { returnTo: currentScreen() } }),
    onSuccess: ({ url }) => window.location.assign(url),
  });
  if (!provider) return null;
  return (
    <>
      <Button loading={start.isPending} onClick={() => start.mutate()}>
        {text('signIn.provider', provider)}
      </Button>
      <Refusal error={start.error} />
    </>
  );
}

/** The current screen, relative to the address of the console. */
function currentScreen(): string {
  const { pathname, search } = window.location;
  const screen = `/${pathname.slice(basePath.length)}${search}`;
  return pathname === PAGE || screen.length > MAX_SCREEN_LENGTH ? '/' : screen;
}

/** The response in the address after a redirect from the identity provider. */
export function useProviderResponse(): string | undefined {
  const [response] = useState(readResponse);
  useEffect(() => {
    // Removed from the history, so that it is not sent anywhere else.
    if (response !== undefined) window.history.replaceState(null, '', window.location.pathname);
  }, [response]);
  return response;
}

function readResponse(): string | undefined {
  const { pathname, search } = window.location;
  const isResponse = pathname === PAGE && new URLSearchParams(search).has('state');
  return isResponse ? search.slice(1) : undefined;
}

/** Signs in with a response; after a rejection the reason is displayed above the alternatives. */
export function FinishSignIn(props: {
  readonly response: string;
  readonly children: ReactNode;
}): ReactNode {
  const { response, children } = props;
  const text = useText();
  const { mutate, error } = useMutation({
    mutationFn: async () => {
      const { returnTo } = await callRoute('POST /os/session/oidc/callback', {
        body: { response },
      });
      await forgetAnswers().catch(() => {});
      return returnTo;
    },
    // A full page load, so that no data of a previous user remains.
    onSuccess: (returnTo) => window.location.replace(`${basePath}${returnTo.slice(1)}`),
  });
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    mutate();
  }, [mutate]);
  if (!error) return <p>{text('signIn.underWay')}</p>;
  return (
    <>
      <Refusal error={error} />
      {children}
    </>
  );
}
