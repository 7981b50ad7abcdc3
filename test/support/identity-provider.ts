import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Provider } from 'oidc-provider';
import { vi } from 'vitest';

const CLIENT = { id: 'farmctl', secret: 'a-secret-of-the-test-that-is-long-enough' } as const;
const OTHER_CLIENT = { id: 'other', secret: 'another-secret-that-is-long-enough-too' } as const;

/** An account at the provider. */
export interface Account {
  readonly subject: string;
  readonly email?: string;
  readonly isVerified?: boolean;
}

/** A manipulation of an ID token in transit; the claims are those signed by the provider. */
export interface TokenChange {
  readonly claims?: Readonly<Record<string, unknown>>;
  /** Signed with a key that the provider does not publish. */
  readonly isForeign?: boolean;
  /** Unsigned. */
  readonly isUnsigned?: boolean;
  /** Keeps the signature of the original token. */
  readonly keepsSignature?: boolean;
}

/** A real local OpenID provider. */
export interface TestProvider {
  readonly issuer: string;
  readonly clientId: string;
  /** The client secret bound to the provider, as operators store it. */
  readonly boundSecret: string;
  /** Signs in an account at an address of the provider; resolves with the redirect. */
  signIn(url: string, account: Account): Promise<URL>;
  /** Sets the account that browsers are signed in with. */
  become(account: Account): void;
  /** Changes the next ID token. */
  changeToken(change: TokenChange | undefined): void;
  /** Makes the provider respond to every request with a status. */
  fail(status: number | undefined): void;
  close(): Promise<void>;
}

/** Starts a provider that redirects browsers to the given addresses, which may be extended. */
export async function startIdentityProvider(
  redirectUris: readonly string[],
): Promise<TestProvider> {
  const keys = newKey('published');
  const foreign = newKey('foreign');
  const accounts = new Map<string, Account>();
  let account: Account | undefined;
  let change: TokenChange | undefined;
  let failure: number | undefined;
  let provider: Provider | undefined;
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    if (failure !== undefined) {
      response.writeHead(failure).end();
      return;
    }
    if (pathname.startsWith('/interaction/')) {
      const accountId = account?.subject ?? '';
      void provider?.interactionFinished(request, response, { login: { accountId } });
      return;
    }
    if (pathname === '/token' && change) {
      rewriteToken(response, change, { published: keys.privateKey, foreign: foreign.privateKey });
      change = undefined;
    }
    void provider?.callback()(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  provider = await openQuietly(issuer, {
    clients: [CLIENT, OTHER_CLIENT].map(({ id, secret }) => ({
      client_id: id,
      client_secret: secret,
      redirect_uris: ['http://localhost/sign-in'],
      response_types: ['code'],
      grant_types: ['authorization_code'],
    })),
    jwks: { keys: [keys.jwk] },
    cookies: { keys: ['a-key-of-the-test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    findAccount: (_: unknown, subject: string) => ({
      accountId: subject,
      claims: () => {
        const { email, isVerified } = accounts.get(subject) ?? {};
        return {
          sub: subject,
          ...(email === undefined ? {} : { email }),
          ...(isVerified === undefined ? {} : { email_verified: isVerified }),
        };
      },
    }),
    async loadExistingGrant(context: {
      oidc: { client: { clientId: string }; session: { accountId: string } };
    }) {
      const { client, session } = context.oidc;
      if (!provider) throw new Error('The provider is not there yet.');
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: session.accountId,
      });
      grant.addOIDCScope('openid email');
      await grant.save();
      return grant;
    },
  });
  // The address of a server is unknown before it listens.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => redirectUris.includes(uri);
  const become = (as: Account) => {
    account = as;
    accounts.set(as.subject, as);
  };
  return {
    issuer,
    clientId: CLIENT.id,
    boundSecret: `host=127.0.0.1:${port} ${CLIENT.secret}`,
    signIn(url, as) {
      become(as);
      return followToEnd(url, issuer);
    },
    become,
    changeToken(next) {
      change = next;
    },
    fail(status) {
      failure = status;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Suppresses the provider's messages to operators. */
async function openQuietly(issuer: string, configuration: object): Promise<Provider> {
  const text = vi.spyOn(console, 'warn').mockImplementation(() => {});
  try {
    const { Provider } = await import('oidc-provider');
    return new Provider(issuer, { ...configuration });
  } finally {
    text.mockRestore();
  }
}

function newKey(kid: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const jwk = { ...privateKey.export({ format: 'jwk' }), kid, use: 'sig', alg: 'RS256' };
  return { privateKey, jwk };
}

/** Follows redirects to their end, like a browser without a session at the provider. */
async function followToEnd(start: string, issuer: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let url = new URL(start);
  for (let step = 0; step < 10; step++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const set of answer.headers.getSetCookie()) {
      const [pair = ''] = set.split(';', 1);
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.get('location');
    if (location === null) throw new Error(`${url.href}: ${answer.status} ${await answer.text()}`);
    url = new URL(location, url);
    if (url.origin !== issuer) return url;
  }
  throw new Error(`The provider does not come to an end at ${url.href}.`);
}

interface SigningKeys {
  readonly published: KeyObject;
  readonly foreign: KeyObject;
}

/** Replaces the ID token in the response of the token endpoint. */
function rewriteToken(response: ServerResponse, change: TokenChange, keys: SigningKeys): void {
  const end = response.end.bind(response) as (text: string) => ServerResponse;
  response.end = ((chunk: string | Buffer) => {
    const body = JSON.parse(String(chunk));
    const text = JSON.stringify(
      body.id_token === undefined
        ? body
        : { ...body, id_token: changedToken(body.id_token, change, keys) },
    );
    response.setHeader('content-length', Buffer.byteLength(text));
    return end(text);
  }) as ServerResponse['end'];
}

function changedToken(token: string, change: TokenChange, keys: SigningKeys): string {
  const [head = '', payload = '', signature = ''] = token.split('.');
  const claims = { ...decode(payload), ...change.claims };
  const body = encode(claims);
  if (change.keepsSignature) return `${head}.${body}.${signature}`;
  if (change.isUnsigned) return `${encode({ alg: 'none' })}.${body}.`;
  const key = change.isForeign ? keys.foreign : keys.published;
  const signed = `${head}.${body}`;
  return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`;
}

function decode(part: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(part, 'base64url').toString());
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}
