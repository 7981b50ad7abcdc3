import {
  providerAnswer,
  providerResponseBody,
  providerSignedInAnswer,
  providerStartBody,
  providerStartedAnswer,
  userEmailAnswer,
  userEmailBody,
} from '../answers/provider-sign-in.ts';
import type { RouteOperation } from '../api/operation.ts';
import { limits } from '../core/limits.ts';

const route = { kind: 'route', tag: 'Sign-in' } as const;
const open = { ...route, subject: 'sessions', credential: 'none' } as const;

/** The routes of the application about signing in at an OpenID Connect provider. */
export const providerRoutes = [
  {
    ...open,
    operationId: 'getSignInProvider',
    method: 'GET',
    path: '/os/session/oidc',
    summary: 'Read the sign-in provider',
    description:
      'Returns the name of the OpenID Connect provider that the operator has configured; null for none.',
    answer: providerAnswer,
  },
  {
    ...open,
    operationId: 'startProviderSignIn',
    method: 'POST',
    path: '/os/session/oidc/start',
    summary: 'Start a sign-in at the provider',
    description:
      'Returns the address to open, with state, nonce and PKCE. The sign-in is valid for ' +
      `${limits.providerSignInMinutes} minutes, once, and only in this browser. Answers 404 ` +
      '`no_provider` without a provider, 503 `provider_unavailable` while it cannot be used.',
    body: providerStartBody,
    answer: providerStartedAnswer,
    alsoAnswers: [404],
  },
  {
    ...open,
    operationId: 'signInByProvider',
    method: 'POST',
    path: '/os/session/oidc/callback',
    summary: 'Sign in with the response of the provider',
    description:
      'Checks the response and sets the session cookie. The account must be linked to a user, or ' +
      'have the verified e-mail address of exactly one user, to whom it is then linked. The answer ' +
      'is the same for whatever is wrong with the response, an unknown or ambiguous account, and a ' +
      'user who is suspended. At most 10 attempts per minute are accepted from an address, and 5 ' +
      'from an account.',
    body: providerResponseBody,
    answer: providerSignedInAnswer,
    alsoAnswers: [404],
  },
  {
    ...route,
    subject: 'users',
    operationId: 'setUserEmail',
    method: 'PUT',
    path: '/os/users/{id}/email',
    scope: 'admin:*',
    summary: 'Set the e-mail address of a user',
    description:
      'By this address the user is recognised at the first sign-in at the provider. Setting it ' +
      'removes the link to an account there and ends the sessions that it began. Refused for an ' +
      'address that another user of the organisation has, and for a user with rights that the ' +
      'caller does not have.',
    body: userEmailBody,
    answer: userEmailAnswer,
    alsoAnswers: [422],
  },
] as const satisfies readonly RouteOperation[];
