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
import { signedInAnswer } from '../answers/sign-in.ts';
import type { RouteOperation } from '../api/operation.ts';
import { reference } from '../core/fields.ts';
import { limits } from '../core/limits.ts';

const route = { kind: 'route', tag: 'Sign-in', subject: 'passkeys' } as const;
const own = { ...route, credential: 'session', method: 'POST' } as const;
const open = { ...route, credential: 'none', method: 'POST' } as const;

const hostNote =
  'Answers 422 `no_passkeys_here` unless the request came over https to a host name, or to localhost.';

/** The routes of the application about passkeys. */
export const passkeyRoutes = [
  {
    ...open,
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
    ...open,
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
    ...own,
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
    ...own,
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
    ...route,
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
    ...route,
    operationId: 'renamePasskey',
    method: 'PATCH',
    path: '/os/passkeys/{id}',
    summary: 'Rename a passkey',
    description: 'Renames one of your own passkeys.',
    body: passkeyNameBody,
    answer: passkeyAnswer,
  },
  {
    ...route,
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
