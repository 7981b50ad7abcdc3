import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { FarmError } from '../../../model/core/errors.ts';
import { callApi } from '../../api/http.ts';
import { useText } from '../../i18n/language.tsx';
import type { TextName } from '../../i18n/texts.ts';
import { forgetAnswers } from '../../offline/kept-answers.ts';
import { Loading, LoadingFailed, Page } from '../../ui/page.tsx';

/** Signs in by the link that was opened; without one, says how to get one. */
export function SignIn(): ReactNode {
  const text = useText();
  // What is behind the # never leaves the browser by itself.
  const [token] = useState(() => window.location.hash.slice(1));
  return (
    <main>
      <Page title={text('signIn.title')}>
        {token === '' ? <Instructions /> : <ByLink token={token} />}
      </Page>
    </main>
  );
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

function ByLink({ token }: { readonly token: string }) {
  const text = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const { mutate, error } = useMutation({
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
  useEffect(() => {
    // The address is kept by the browser; the link must not be.
    window.history.replaceState(null, '', window.location.pathname);
    mutate();
  }, [mutate]);
  if (!error) return <Loading />;
  const failure = failureOf(error);
  if (!failure) return <LoadingFailed error={error} onRetry={() => mutate()} />;
  return (
    <>
      <p role="alert">{text(failure)}</p>
      <Instructions />
    </>
  );
}

/** Why a link did not work; undefined for what has nothing to do with the link. */
function failureOf(error: Error): TextName | undefined {
  if (!(error instanceof FarmError)) return undefined;
  if (error.status === 429) return 'signIn.tooOften';
  return error.status < 500 ? 'signIn.failed' : undefined;
}
