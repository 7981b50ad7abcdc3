import {
  array,
  boolean,
  instant,
  nullable,
  object,
  oneOf,
  rows,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { role, signInMethods } from '../core/vocabulary.ts';
import { roles } from '../resources/roles.ts';

const exampleSession = {
  id: exampleId('session'),
  method: 'link',
  createdAt: '2026-11-21T09:00:00.000Z',
  usedAt: '2026-11-21T09:00:00.000Z',
  expiresAt: '2026-12-21T09:00:00.000Z',
} as const;

const exampleUser = { id: exampleId('user'), name: 'Dana Mizrahi' };

const exampleGrant = {
  farm: { id: exampleId('farm'), name: 'Emek Hefer broilers' },
  role: 'accountant',
  scopes: roles.accountant.scopes,
  expiresAt: null,
} as const;

const sessionFields = {
  id: string(),
  method: oneOf(signInMethods, 'How the user signed in'),
  createdAt: instant(),
  usedAt: instant('The last use, to within ten minutes'),
  expiresAt: instant('The end of the session unless it is used again'),
};

const accessSchema = rows(
  {
    farm: nullable(object({ id: string(), name: nullable(string()) })),
    role: oneOf(role.words),
    scopes: array(string()),
    expiresAt: nullable(instant()),
  },
  'The roles in effect; `farm` is null for a role in the whole organisation',
);

/** A session, its user and the roles of the user. */
const ownSessionFields = {
  session: object(sessionFields),
  user: object({ id: string(), name: nullable(string()), lang: nullable(string()) }),
  org: object({ id: string(), name: string(), timezone: string(), language: string() }),
  access: accessSchema,
};

const exampleOwnSession = {
  session: exampleSession,
  user: { ...exampleUser, lang: 'he' },
  org: {
    id: exampleId('org'),
    name: 'Emek Hefer Poultry',
    timezone: 'Asia/Jerusalem',
    language: 'he',
  },
  access: [exampleGrant],
};

/** The response of `GET /os/session`. */
export const sessionAnswer: OperationAnswer = {
  name: 'OwnSession',
  description: 'The session, its user and the roles of the user.',
  schema: object(ownSessionFields),
  example: exampleOwnSession,
};

/** The response of `POST /os/session/link`. */
export const signedInAnswer: OperationAnswer = {
  ...sessionAnswer,
  description: 'The new session; its token is in the `Set-Cookie` header.',
};

/** The request body of `POST /os/session/link`. */
export const linkBody: OperationBody = {
  schema: object({ token: string('The part of the link behind the #') }),
  examples: {
    link: { token: 'link_k4T9vQ2mXbZ7_0000000000000000000000000000000000x7QeA' },
  },
};

/** The response of the routes that end a session. */
export const sessionEndedAnswer: OperationAnswer = {
  name: 'SessionEnded',
  description: 'The session has ended on all instances.',
  schema: object({ id: string(), ended: { type: 'boolean', const: true } }),
  example: { id: exampleSession.id, ended: true },
};

/** The response of `GET /os/sessions`. */
export const sessionListAnswer = declareAnswer({
  name: 'SessionList',
  description: 'The sessions that have not ended, newest first, at most 1000.',
  schema: object({
    data: rows({
      ...sessionFields,
      user: object({ id: string(), name: nullable(string()) }),
      ip: string('The address at the sign-in'),
      agent: nullable(string('The User-Agent header at the sign-in')),
      isCurrent: boolean('Whether this is the session of the request'),
    }),
  }),
  example: {
    data: [
      {
        ...exampleSession,
        user: exampleUser,
        ip: '203.0.113.7',
        agent: 'Mozilla/5.0',
        isCurrent: true,
      },
    ],
  },
});

/** The response of `POST /os/users/{id}/invite`. */
export const inviteAnswer = declareAnswer({
  name: 'SignInLink',
  status: 201,
  description: 'The link; `path` is shown only here.',
  schema: object({
    id: string(),
    userId: string(),
    expiresAt: instant(),
    'path?': string('A path below the address of the service; absent in repeated responses'),
  }),
  example: {
    id: 'k4T9vQ2mXbZ7',
    userId: exampleUser.id,
    expiresAt: '2026-11-22T09:00:00.000Z',
    path: '/sign-in#link_k4T9vQ2mXbZ7_0000000000000000000000000000000000x7QeA',
  },
});

/** The request body of `PUT /os/users/{id}/access`. */
export const accessBody: OperationBody = {
  schema: object({
    role: oneOf(role.words),
    'farmIds?': {
      type: ['array', 'null'],
      items: { type: 'string' },
      minItems: 1,
      maxItems: limits.arrayItems,
      description: 'The farms; leave out for the whole organisation, later farms included.',
    },
    'expiresAt?': {
      type: ['string', 'null'],
      description: 'ISO 8601 time stamp; default: when your own access expires, if it does.',
      examples: ['2027-11-21T00:00:00Z'],
    },
  }),
  examples: { accountant: { role: 'accountant', farmIds: [exampleId('farm')] } },
};

/** The response of the routes about a user's access. */
export const accessAnswer = declareAnswer({
  name: 'UserAccess',
  description: 'The user and the roles in effect while the user is active.',
  schema: object({
    user: object({ id: string(), name: nullable(string()), status: string() }),
    access: accessSchema,
  }),
  example: { user: { ...exampleUser, status: 'active' }, access: [exampleGrant] },
});

/** Maximum lengths of the fields of a provider sign-in, in characters. */
export const providerSizes = { returnTo: 1000, response: 8000 } as const;

/** The response of `GET /os/session/oidc`. */
export const providerAnswer = declareAnswer({
  name: 'SignInProvider',
  description: 'The OpenID Connect provider by which users can sign in.',
  schema: object({
    provider: nullable(object({ name: string('As the operator has named it, for the button') })),
  }),
  example: { provider: { name: 'Emek Hefer login' } },
});

/** The request body of `POST /os/session/oidc/start`. */
export const providerStartBody: OperationBody = {
  schema: object({
    'returnTo?': {
      type: 'string',
      maxLength: providerSizes.returnTo,
      description: 'The screen to open afterwards: a path below the console; default `/`',
    },
  }),
  examples: { flocks: { returnTo: '/flocks' } },
};

/** The response of `POST /os/session/oidc/start`. */
export const providerStartedAnswer = declareAnswer({
  name: 'ProviderSignIn',
  description: 'Where the provider signs the user in; a cookie ties the sign-in to the browser.',
  schema: object({ url: string('Open it in the same window') }),
  example: {
    url: 'https://login.example.com/auth?client_id=farmctl&response_type=code&state=Vn8Hs3Jd6Fg1',
  },
});

/** The request body of `POST /os/session/oidc/callback`. */
export const providerResponseBody: OperationBody = {
  schema: object({
    response: {
      type: 'string',
      minLength: 1,
      maxLength: providerSizes.response,
      description: 'The query with which the provider sent the browser back to `/sign-in`',
    },
  }),
  examples: {
    code: { response: 'code=q9Xk2Tq7Rb4L&state=Vn8Hs3Jd6Fg1&iss=https%3A%2F%2Flogin.example.com' },
  },
};

/** The response of `POST /os/session/oidc/callback`. */
export const providerSignedInAnswer = declareAnswer({
  name: 'ProviderSession',
  description: 'The new session; its token is in the `Set-Cookie` header.',
  schema: object({
    ...ownSessionFields,
    returnTo: string('The screen that the sign-in was begun for'),
  }),
  example: {
    ...exampleOwnSession,
    session: { ...exampleOwnSession.session, method: 'oidc' },
    returnTo: '/flocks',
  },
});

/** The request body of `PUT /os/users/{id}/email`. */
export const userEmailBody: OperationBody = {
  schema: object({
    email: {
      type: ['string', 'null'],
      format: 'email',
      maxLength: 254,
      description: 'The address as the provider knows it; null for none',
    },
  }),
  examples: { dana: { email: 'dana@example.com' } },
};

/** The response of `PUT /os/users/{id}/email`. */
export const userEmailAnswer = declareAnswer({
  name: 'UserEmail',
  description: 'The user with the new address.',
  schema: object({ id: string(), name: nullable(string()), email: nullable(string()) }),
  example: { id: exampleId('user'), name: 'Dana Mizrahi', email: 'dana@example.com' },
});
