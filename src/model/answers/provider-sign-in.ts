import { nullable, object, string } from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { exampleOwnSession, ownSessionFields } from './sign-in.ts';

/** The longest texts of a sign-in at the provider, in characters. */
export const providerSizes = { returnTo: 1000, response: 8000 } as const;

/** The answer of `GET /os/session/oidc`. */
export const providerAnswer = declareAnswer({
  name: 'SignInProvider',
  description: 'The OpenID Connect provider by which users can sign in.',
  schema: object({
    provider: nullable(object({ name: string('As the operator has named it, for the button') })),
  }),
  example: { provider: { name: 'Emek Hefer login' } },
});

/** The body of `POST /os/session/oidc/start`. */
export const providerStartBody: OperationBody = {
  schema: object({
    'returnTo?': {
      type: 'string',
      maxLength: providerSizes.returnTo,
      description: 'The screen to open afterwards: a path below the console, `/` unless told',
    },
  }),
  examples: { flocks: { returnTo: '/flocks' } },
};

/** The answer of `POST /os/session/oidc/start`. */
export const providerStartedAnswer = declareAnswer({
  name: 'ProviderSignIn',
  description: 'Where the provider signs the user in; a cookie ties the sign-in to the browser.',
  schema: object({ url: string('Open it in the same window') }),
  example: {
    url: 'https://login.example.com/auth?client_id=farmctl&response_type=code&state=Vn8Hs3Jd6Fg1',
  },
});

/** The body of `POST /os/session/oidc/callback`. */
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

/** The answer of `POST /os/session/oidc/callback`. */
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

/** The body of `PUT /os/users/{id}/email`. */
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

/** The answer of `PUT /os/users/{id}/email`. */
export const userEmailAnswer = declareAnswer({
  name: 'UserEmail',
  description: 'The user with the new address.',
  schema: object({ id: string(), name: nullable(string()), email: nullable(string()) }),
  example: { id: exampleId('user'), name: 'Dana Mizrahi', email: 'dana@example.com' },
});
