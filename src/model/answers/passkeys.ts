import {
  anyObject,
  array,
  boolean,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  rows,
  type Schema,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { limits } from '../core/limits.ts';

/** Maximum lengths of credential fields, in base64url characters. */
export const credentialSizes = {
  id: 1400,
  handle: 100,
  signature: 16_000,
  data: 64_000,
} as const;

/** Maximum length of a passkey's name. */
export const PASSKEY_NAME_LENGTH = 60;

const CHALLENGE_MILLIS = limits.passkeyChallengeMinutes * 60_000;

/** The id of a user, base64url. */
const exampleHandle = 'dXNlcl8wMUs5WlpaWlpaWlpaWlpaWlpaWlpaWlpaWg';
const exampleCredentialId = 'tMl4dD8fWqv0R1x2bE3kPz6uYc9hNs7aJg5oLwQe1Xs';
const exampleChallenge = 'm9Xk2Tq7Rb4Lw0Zc5Vn8Hs3Jd6Fg1Pa-Qy_EuIoWtKM';

const examplePasskey = {
  id: exampleId('passkey'),
  name: 'Office computer',
  host: 'farm.example.com',
  isSynced: true,
  createdAt: '2026-11-21T09:00:00.000Z',
  usedAt: null,
} as const;

const passkeyFields = {
  id: string(),
  name: string('As the user named it'),
  host: string('The host name of the service for which it was made; it works at no other'),
  isSynced: boolean('Whether the authenticator stores a copy of it, such as in a password manager'),
  createdAt: instant(),
  usedAt: nullable(instant()),
};

/** The response with one passkey. */
export const passkeyAnswer = declareAnswer({
  name: 'Passkey',
  description: 'The passkey.',
  schema: object(passkeyFields),
  example: examplePasskey,
});

/** The response of `POST /os/session/passkey/registration`. */
export const passkeyAddedAnswer = declareAnswer({ ...passkeyAnswer, status: 201 });

/** The response of `GET /os/passkeys`. */
export const passkeyListAnswer = declareAnswer({
  name: 'PasskeyList',
  description: `The passkeys of the user, oldest first, at most ${limits.passkeysPerUser}.`,
  schema: object({ data: rows(passkeyFields) }),
  example: { data: [examplePasskey] },
});

/** The response of `DELETE /os/passkeys/{id}`. */
export const passkeyRemovedAnswer = declareAnswer({
  name: 'PasskeyRemoved',
  description: 'The passkey no longer signs anybody in.',
  schema: object({ id: string(), removed: { type: 'boolean', const: true } as Schema<true> }),
  example: { id: examplePasskey.id, removed: true },
});

const verification = oneOf(['required', 'preferred', 'discouraged']);

/** The response of `POST /os/session/passkey/options`. */
export const passkeySignInOptionsAnswer = declareAnswer({
  name: 'PasskeySignInOptions',
  description:
    '`PublicKeyCredentialRequestOptionsJSON` of WebAuthn, for `navigator.credentials.get`.',
  schema: object({
    challenge: string(),
    rpId: string('The host name of the request'),
    timeout: integer('Milliseconds'),
    userVerification: verification,
  }),
  example: {
    challenge: exampleChallenge,
    rpId: 'farm.example.com',
    timeout: CHALLENGE_MILLIS,
    userVerification: 'required',
  },
});

const descriptor = {
  id: string(),
  type: oneOf(['public-key']),
  'transports?': array(string()),
};

/** The response of `POST /os/session/passkey/registration/options`. */
export const passkeyOptionsAnswer = declareAnswer({
  name: 'PasskeyRegistrationOptions',
  description:
    '`PublicKeyCredentialCreationOptionsJSON` of WebAuthn, for `navigator.credentials.create`.',
  schema: object({
    challenge: string(),
    rp: object({ id: string('The host name of the request'), name: string() }),
    user: object({ id: string('base64url'), name: string(), displayName: string() }),
    pubKeyCredParams: rows({ alg: integer(), type: oneOf(['public-key']) }),
    timeout: integer('Milliseconds'),
    excludeCredentials: rows(descriptor, 'The passkeys that the user has already'),
    authenticatorSelection: object({
      residentKey: verification,
      requireResidentKey: boolean(),
      userVerification: verification,
    }),
    attestation: oneOf(['none']),
  }),
  example: {
    challenge: exampleChallenge,
    rp: { id: 'farm.example.com', name: 'farmctl' },
    user: {
      id: exampleHandle,
      name: 'Dana Mizrahi',
      displayName: 'Dana Mizrahi',
    },
    pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
    timeout: CHALLENGE_MILLIS,
    excludeCredentials: [],
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
    attestation: 'none',
  },
});

function encoded(maxLength: number): JsonSchema {
  return { type: 'string', minLength: 1, maxLength, pattern: '^[A-Za-z0-9_-]+$' };
}

const credentialFields = {
  id: encoded(credentialSizes.id),
  rawId: encoded(credentialSizes.id),
  type: oneOf(['public-key']),
  'authenticatorAttachment?': { type: ['string', 'null'] },
  'clientExtensionResults?': anyObject(),
};

const nameSchema: JsonSchema = {
  type: 'string',
  minLength: 1,
  maxLength: PASSKEY_NAME_LENGTH,
  description: 'By which the user recognises it',
};

/** A challenge signed for https://farm.example.com. */
const exampleClientData =
  'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0IiwiY2hhbGxlbmdlIjoibTlYazJUcTdSYjRMdzBaYzVWbjhIczNKZDZGZzFQYS1ReV9FdUlvV3RLTSIsIm9yaWdpbiI6Imh0dHBzOi8vZmFybS5leGFtcGxlLmNvbSJ9';

const exampleCredential = {
  id: exampleCredentialId,
  rawId: exampleCredentialId,
  type: 'public-key',
  clientExtensionResults: {},
} as const;

/** The request body of `POST /os/session/passkey`. */
export const passkeySignInBody: OperationBody = {
  schema: object({
    credential: object(
      {
        ...credentialFields,
        response: object({
          clientDataJSON: encoded(credentialSizes.data),
          authenticatorData: encoded(credentialSizes.data),
          signature: encoded(credentialSizes.signature),
          'userHandle?': encoded(credentialSizes.handle),
        }),
      },
      '`AuthenticationResponseJSON` of WebAuthn: what `navigator.credentials.get` resolved with',
    ),
  }),
  examples: {
    passkey: {
      credential: {
        ...exampleCredential,
        response: {
          clientDataJSON: exampleClientData,
          authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAA',
          signature: 'MEQCIGk3r0',
          userHandle: exampleHandle,
        },
      },
    },
  },
};

/** The request body of `POST /os/session/passkey/registration`. */
export const passkeyBody: OperationBody = {
  schema: object({
    name: nameSchema,
    credential: object(
      {
        ...credentialFields,
        response: object({
          clientDataJSON: encoded(credentialSizes.data),
          attestationObject: encoded(credentialSizes.data),
          'transports?': array(string()),
        }),
      },
      '`RegistrationResponseJSON` of WebAuthn: what `navigator.credentials.create` resolved with',
    ),
  }),
  examples: {
    passkey: {
      name: examplePasskey.name,
      credential: {
        ...exampleCredential,
        response: {
          clientDataJSON: exampleClientData,
          attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
          transports: ['internal'],
        },
      },
    },
  },
};

/** The request body of `PATCH /os/passkeys/{id}`. */
export const passkeyNameBody: OperationBody = {
  schema: object({ name: nameSchema }),
  examples: { name: { name: 'Phone' } },
};
