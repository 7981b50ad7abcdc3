import {
  passkeyAddedAnswer,
  passkeyAnswer,
  passkeyBody,
  passkeyListAnswer,
  passkeyNameBody,
  passkeyOptionsAnswer,
  passkeyRemovedAnswer,
  passkeySignInBody,
  passkeySignInOptionsAnswer,
} from '../answers/passkeys.ts';
import {
  accessAnswer,
  accessBody,
  inviteAnswer,
  linkBody,
  providerAnswer,
  providerResponseBody,
  providerSignedInAnswer,
  providerStartBody,
  providerStartedAnswer,
  sessionAnswer,
  sessionEndedAnswer,
  sessionListAnswer,
  signedInAnswer,
  userEmailAnswer,
  userEmailBody,
} from '../answers/sign-in.ts';
import type { RouteOperation } from '../api/operation.ts';
import { reference } from '../core/fields.ts';
import { limits } from '../core/limits.ts';

const route = { kind: 'route', tag: 'Sign-in' } as const;
const session = { ...route, subject: 'sessions' } as const;
const access = { ...route, subject: 'users', path: '/os/users/{id}/access' } as const;

const limitNote =
  'The answer is the same for a link that is unknown, used, expired or changed, or whose user is ' +
  'suspended. At most 10 attempts per minute are accepted from an address, and 5 for a user.';

/** The application routes about user sessions and access. */
export const signInRoutes = [
  {
    ...session,
    operationId: 'getSession',
    method: 'GET',
    path: '/os/session',
    credential: 'session',
    summary: 'Read your own session',
    description: 'Returns the session, the user and the roles. An API key gets 404.',
    answer: sessionAnswer,
    alsoAnswers: [404],
  },
  {
    ...session,
    operationId: 'signOut',
    method: 'DELETE',
    path: '/os/session',
    credential: 'session',
    summary: 'Sign out',
    description: 'Ends the session and removes the cookie.',
    answer: sessionEndedAnswer,
    alsoAnswers: [404],
  },
  {
    ...session,
    operationId: 'signInByLink',
    method: 'POST',
    path: '/os/session/link',
    credential: 'none',
    summary: 'Sign in by a one-time link',
    description: `Uses up the link and sets the session cookie. ${limitNote}`,
    body: linkBody,
    answer: signedInAnswer,
  },
  {
    ...session,
    operationId: 'listSessions',
    method: 'GET',
    path: '/os/sessions',
    summary: 'List sessions',
    description:
      'Returns your own sessions; with `admin:*` on all farms, the sessions of all users or of one.',
    query: { userId: reference('users', { note: 'Only the sessions of this user' }) },
    answer: sessionListAnswer,
    alsoAnswers: [403],
  },
  {
    ...session,
    operationId: 'endSession',
    method: 'DELETE',
    path: '/os/sessions/{id}',
    summary: 'End a session',
    description: 'Ends one of your own sessions. With `admin:*` on all farms: any session.',
    answer: sessionEndedAnswer,
  },
  {
    ...route,
    subject: 'users',
    operationId: 'inviteUser',
    method: 'POST',
    path: '/os/users/{id}/invite',
    scope: 'admin:*',
    summary: 'Create a one-time sign-in link for a user',
    description:
      'The link is valid for 24 hours and for one sign-in. Refused for a user who is suspended or ' +
      'disabled, and for one with rights that the caller does not have.',
    answer: inviteAnswer,
  },
  {
    ...access,
    operationId: 'getUserAccess',
    method: 'GET',
    summary: 'Read the roles of a user',
    description: 'Users may read their own roles; reading the roles of others requires `admin:*`.',
    answer: accessAnswer,
    alsoAnswers: [403],
  },
  {
    ...access,
    operationId: 'grantUserAccess',
    method: 'PUT',
    scope: 'admin:*',
    summary: 'Give a user a role',
    description:
      'Replaces the role on the given farms, or in the whole organisation. Nobody can grant or ' +
      'replace a role with more rights than their own; only owners grant the owner role.',
    body: accessBody,
    answer: accessAnswer,
  },
  {
    ...access,
    operationId: 'revokeUserAccess',
    method: 'DELETE',
    scope: 'admin:*',
    summary: 'Revoke the roles of a user',
    description:
      'Revokes the role on the farm in the query, or all roles. Takes effect with the next ' +
      'request. The last owner cannot be removed (422).',
    query: { farmId: reference('farms', { note: 'Only the role on this farm' }) },
    answer: accessAnswer,
  },
] as const satisfies readonly RouteOperation[];

const provider = { ...session, credential: 'none' } as const;

/** The application routes for signing in at an OpenID Connect provider. */
export const providerRoutes = [
  {
    ...provider,
    operationId: 'getSignInProvider',
    method: 'GET',
    path: '/os/session/oidc',
    summary: 'Read the sign-in provider',
    description:
      'Returns the name of the OpenID Connect provider that the operator has configured; null for none.',
    answer: providerAnswer,
  },
  {
    ...provider,
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
    ...provider,
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

const passkey = { ...route, subject: 'passkeys' } as const;
const ownPasskey = { ...passkey, credential: 'session', method: 'POST' } as const;
const openPasskey = { ...passkey, credential: 'none', method: 'POST' } as const;

const hostNote =
  'Returns 422 `no_passkeys_here` unless the request was sent over https to a host name, or to localhost.';

/** The application routes about passkeys. */
export const passkeyRoutes = [
  {
    ...openPasskey,
    subject: 'sessions',
    operationId: 'startPasskeySignIn',
    path: '/os/session/passkey/options',
    summary: 'Start a sign-in by passkey',
    description:
      `Returns a challenge for any passkey of this host; it is valid for ${limits.passkeyChallengeMinutes} ` +
      `minutes and for one sign-in. ${hostNote}`,
    answer: passkeySignInOptionsAnswer,
    alsoAnswers: [422],
  },
  {
    ...openPasskey,
    subject: 'sessions',
    operationId: 'signInByPasskey',
    path: '/os/session/passkey',
    summary: 'Sign in by a passkey',
    description:
      'Checks the signature and sets the session cookie. The answer is the same for a passkey that ' +
      'is unknown or removed, for a wrong signature and a used challenge, and for a user who is ' +
      'suspended. At most 10 attempts per minute are accepted from an address, and 5 for a user.',
    body: passkeySignInBody,
    answer: signedInAnswer,
    alsoAnswers: [422],
  },
  {
    ...ownPasskey,
    operationId: 'startPasskeyRegistration',
    path: '/os/session/passkey/registration/options',
    summary: 'Start adding a passkey',
    description:
      `Returns a challenge for a new passkey of the signed-in user, who may have ` +
      `${limits.passkeysPerUser}. It is valid for ${limits.passkeyChallengeMinutes} minutes, in this ` +
      `session only. ${hostNote}`,
    answer: passkeyOptionsAnswer,
    alsoAnswers: [404, 422],
  },
  {
    ...ownPasskey,
    operationId: 'addPasskey',
    path: '/os/session/passkey/registration',
    summary: 'Add a passkey',
    description:
      'Stores the passkey that the browser made. Answers 422 `passkey_refused` unless it answers a ' +
      'challenge of this session that is still valid, with the user verified by the authenticator.',
    body: passkeyBody,
    answer: passkeyAddedAnswer,
    alsoAnswers: [404],
  },
  {
    ...passkey,
    operationId: 'listPasskeys',
    method: 'GET',
    path: '/os/passkeys',
    summary: 'List passkeys',
    description: 'Returns your own passkeys. With `admin:*` on all farms: those of any user.',
    query: { userId: reference('users', { note: 'The passkeys of this user' }) },
    answer: passkeyListAnswer,
    alsoAnswers: [403, 404],
  },
  {
    ...passkey,
    operationId: 'renamePasskey',
    method: 'PATCH',
    path: '/os/passkeys/{id}',
    summary: 'Rename a passkey',
    description: 'Renames one of your own passkeys.',
    body: passkeyNameBody,
    answer: passkeyAnswer,
  },
  {
    ...passkey,
    operationId: 'removePasskey',
    method: 'DELETE',
    path: '/os/passkeys/{id}',
    summary: 'Remove a passkey',
    description:
      'Removes one of your own passkeys. With `admin:*` on all farms: one of any user who has no ' +
      'more rights than you. Sessions that it began stay; end them as well if it was lost.',
    answer: passkeyRemovedAnswer,
    alsoAnswers: [403],
  },
] as const satisfies readonly RouteOperation[];
