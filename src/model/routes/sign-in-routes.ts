import {
  accessAnswer,
  accessBody,
  inviteAnswer,
  linkBody,
  sessionAnswer,
  sessionEndedAnswer,
  sessionListAnswer,
  signedInAnswer,
} from '../answers/sign-in.ts';
import type { RouteOperation } from '../api/operation.ts';
import { reference } from '../core/fields.ts';

const route = { kind: 'route', tag: 'Sign-in' } as const;
const session = { ...route, subject: 'sessions' } as const;
const access = { ...route, subject: 'users', path: '/os/users/{id}/access' } as const;

const limitNote =
  'The answer is the same for a link that is unknown, used, expired or changed, or whose user is ' +
  'suspended. At most 10 attempts per minute are accepted from an address, and 5 for a user.';

/** The routes of the application about sessions of users and their access. */
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
      'Returns your own sessions. With `admin:*` on all farms: those of all users, or of one.',
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
    description: 'Every user may read their own roles; those of others need `admin:*`.',
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
