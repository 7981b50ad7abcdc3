import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { FarmError } from '../../../model/core/errors.ts';
import { callApi } from '../../api/http.ts';
import { useText } from '../../i18n/language.tsx';
import type { TextName } from '../../i18n/texts.ts';
import { forgetAnswers } from '../../offline/kept-answers.ts';
import { LoadingFailed, Page } from '../../ui/page.tsx';

/** Offers to sign in by the link that was opened; without one, says how to get one. */
export function SignIn(): ReactNode {
  const text = useText();
  const token = useLinkToken();
  return (
    <main>
      <Page title={text('signIn.title')}>
        {token === '' ? <Instructions /> : <ByLink key={token} token={token} />}
      </Page>
    </main>
  );
}

/** The text behind the #, which browsers do not send; also of a link opened on this page. */
function useLinkToken(): string {
  const [token, setToken] = useState(() => window.location.hash.slice(1));
  useEffect(() => {
    const read = () => {
      const { hash } = window.location;
      if (hash !== '') setToken(hash.slice(1));
    };
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  useEffect(() => {
    // The address stays in the history of the browser; the link must not.
    if (token !== '') window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  return token;
}

function Instructions() {
  const text = useText();
  return (
    <>
      <p>{text('signIn.how')}</p>
      <pre dir="ltr">
        <code>farmctl console</code>
      </pre>
    </>
  );
}

/** Signs in on a click only: a link of somebody else must not change who is signed in unasked. */
function ByLink({ token }: { readonly token: string }) {
  const text = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      await callApi({ method: 'POST', path: '/os/session/link', body: { token } });
      // Nothing that somebody else has seen before stays.
      queries.clear();
      await forgetAnswers().catch(() => {});
    },
    onSuccess: () => {
      void navigate({ to: '/', replace: true });
    },
  });
  const failure = error ? failureOf(error) : undefined;
  if (error && !failure) return <LoadingFailed error={error} onRetry={() => mutate()} />;
  if (failure) {
    return (
      <>
        <p role="alert">{text(failure)}</p>
        <Instructions />
      </>
    );
  }
  return (
    <>
      <p>{text('signIn.confirm')}</p>
      <Button loading={isPending} onClick={() => mutate()}>
        {text('signIn.title')}
      </Button>
    </>
  );
}

/** Why a link did not work; undefined for what has nothing to do with the link. */
function failureOf(error: Error): TextName | undefined {
  if (!(error instanceof FarmError)) return undefined;
  if (error.status === 429) return 'signIn.tooOften';
  return error.status < 500 ? 'signIn.failed' : undefined;
}
