import { Button } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { FarmError } from '../../../model/core/errors.ts';
import { callRoute } from '../../api/answers.ts';
import { basePath, callApi } from '../../api/http.ts';
import { offersPasskeys, signInByPasskey } from '../../api/passkeys.ts';
import { useText } from '../../i18n/language.tsx';
import type { TextName } from '../../i18n/texts.ts';
import { forgetAnswers } from '../../offline/cached-answers.ts';
import { Refusal, useAct } from '../../ui/act.tsx';
import { AddPasskey } from '../../ui/add-passkey.tsx';
import { Appearance } from '../../ui/appearance.tsx';
import { LoadingFailed, Page } from '../../ui/page.tsx';
import { ByProvider, FinishSignIn, useProviderResponse } from './provider.tsx';
import classes from './sign-in.module.css';

/**
 * Signs in with the opened link or the provider's response; otherwise lists the ways to sign in.
 */
export function SignIn(): ReactNode {
  const text = useText();
  const token = useLinkToken();
  const response = useProviderResponse();
  return (
    <main className={classes['card']}>
      <header className={classes['brand']}>
        <strong translate="no">farmctl</strong>
        <Appearance />
      </header>
      <Page title={text('signIn.title')}>
        {token !== '' && <ByLink key={token} token={token} />}
        {token === '' && response === undefined && <Instructions />}
        {token === '' && response !== undefined && (
          <FinishSignIn response={response}>
            <Instructions />
          </FinishSignIn>
        )}
      </Page>
    </main>
  );
}

/** The token after the #, which browsers do not send; also for a link opened on this page. */
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
    // The browser history keeps the address, but must not contain the token.
    if (token !== '') window.history.replaceState(null, '', window.location.pathname);
  }, [token]);
  return token;
}

function Instructions() {
  const text = useText();
  return (
    <>
      <div className={classes['ways']}>
        <ByProvider />
        {offersPasskeys() && <ByPasskey />}
      </div>
      <p>{text('signIn.how')}</p>
      <pre dir="ltr">
        <code>farmctl console</code>
      </pre>
    </>
  );
}

function ByPasskey() {
  const text = useText();
  const signIn = useAct(async () => {
    await signInByPasskey();
    await forgetAnswers().catch(() => {});
    // A full page load, so that no data of a previous user remains.
    const isSignInPage = window.location.pathname === `${basePath}sign-in`;
    window.location.replace(isSignInPage ? basePath : window.location.href);
  });
  return (
    <>
      <Button loading={signIn.isPending} onClick={() => signIn.mutate()}>
        {text('signIn.passkey')}
      </Button>
      <Refusal error={signIn.error} />
    </>
  );
}

/** Offered after a sign-in by link to users without a passkey. */
function Offer() {
  const text = useText();
  const navigate = useNavigate();
  const leave = () => void navigate({ to: '/', replace: true });
  return (
    <div className={classes['ways']}>
      <h2>{text('passkeys.offer')}</h2>
      <p>{text('passkeys.what')}</p>
      <AddPasskey onDone={leave} />
      <Button variant="default" onClick={leave}>
        {text('passkeys.notNow')}
      </Button>
    </div>
  );
}

async function lacksPasskey(): Promise<boolean> {
  if (!offersPasskeys()) return false;
  try {
    return (await callRoute('GET /os/passkeys', {})).data.length === 0;
  } catch {
    return false;
  }
}

/** Signs in only after a click: a link sent by somebody else must not change the signed-in user. */
function ByLink({ token }: { readonly token: string }) {
  const text = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const {
    mutate,
    error,
    isPending,
    data: isOffered,
  } = useMutation({
    mutationFn: async () => {
      await callApi({ method: 'POST', path: '/os/session/link', body: { token } });
      // No data of a previous user remains.
      queries.clear();
      await forgetAnswers().catch(() => {});
      return lacksPasskey();
    },
    onSuccess: (isLacking) => {
      if (!isLacking) void navigate({ to: '/', replace: true });
    },
  });
  if (isOffered) return <Offer />;
  const failure = error ? toFailureMessage(error) : undefined;
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

/** The reason why a link failed; undefined for unrelated errors. */
function toFailureMessage(error: Error): TextName | undefined {
  if (!(error instanceof FarmError)) return undefined;
  if (error.status === 429) return 'signIn.tooOften';
  return error.status < 500 ? 'signIn.failed' : undefined;
}
