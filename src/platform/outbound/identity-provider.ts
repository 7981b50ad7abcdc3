import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { limits } from '../../model/core/limits.ts';
import type { SecretTarget } from '../../model/core/secrets.ts';
import type { Clock } from '../../tools/clock.ts';
import { parseUrl } from '../../tools/unknown-values.ts';
import { operatorTarget, targetOf } from './check-target.ts';
import { createOutboundClient, type OutboundClient } from './outbound-client.ts';

/** The configured OpenID Connect provider. */
export interface ProviderSettings {
  /** Its issuer: `https://login.example.com/realms/farm`. */
  readonly issuer: string;
  readonly clientId: string;
  /** The source of the client secret: `env:FARMCTL_SECRET_…` or `file:…`. */
  readonly secretRef: string;
  /** Display name; defaults to the host of the issuer. */
  readonly name?: string;
  /** Hosts allowed by the operator, which may be internal or called without TLS. */
  readonly allowedHosts?: readonly string[];
}

/** The secrets of one sign-in, known only to the browser that started it. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE. */
  readonly verifier: string;
}

/** A person authenticated by the provider. */
export interface ProvedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The e-mail address; undefined unless the provider has verified it. */
  readonly email: string | undefined;
}

/** A provider that authenticates people. */
export interface IdentityProvider {
  readonly name: string;
  readonly issuer: string;
  /** The provider's sign-in URL. */
  authorizationUrl(redirectUri: string, secrets: SignInSecrets): Promise<URL>;
  /** Verifies the person by the query of the redirect; throws `ProviderFailed`. */
  redeem(
    response: string,
    flow: { readonly redirectUri: string; readonly secrets: SignInSecrets },
  ): Promise<ProvedIdentity>;
  /** Reads the configuration of the provider and the secret; throws `ProviderFailed`. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `unavailable`: the provider is unreachable or misconfigured; `refused`: its response does not
 * authenticate anybody. The message is for the operator and contains no secret.
 */
export class ProviderFailed extends Error {
  readonly failure: 'unavailable' | 'refused';

  constructor(failure: ProviderFailed['failure'], message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderFailed';
    this.failure = failure;
  }
}

type Library = typeof import('openid-client');

/** The configuration is reloaded after this time, and after every failure. */
const KEPT_MILLIS = 3_600_000;
const SCOPE = 'openid email';
/** Tolerated clock difference between provider and service. */
const TOLERANCE_SECONDS = 30;
const SERVER_ERROR = 500;
const NO_BODY = [204, 205, 304];

/** Reads a secret for its target host. */
export type FindSecret = (reference: string, target: SecretTarget) => Promise<string>;

/** Loads the library on demand: few commands need it. */
function loadLibrary(): Promise<Library> {
  return import('openid-client');
}

/** Creates a provider; throws a plain error when its URL must not be called. */
export function createIdentityProvider(
  settings: ProviderSettings,
  tools: {
    readonly clock: Clock;
    readonly findSecret: FindSecret;
    readonly onFailure: (failed: ProviderFailed) => void;
    /** Called after every valid response of the provider. */
    readonly onSuccess?: () => void;
  },
): IdentityProvider {
  const { url, policy } = providerTarget(settings);
  const client = createOutboundClient(policy);
  let cached: { readonly until: number; readonly ready: Promise<Ready> } | undefined;
  const open = async <T>(work: (ready: Ready) => Promise<T>): Promise<T> => {
    const now = tools.clock.now();
    const current =
      cached && cached.until > now
        ? cached
        : { until: now + KEPT_MILLIS, ready: getReady(settings, { url, client, ...tools }) };
    cached = current;
    try {
      const result = await work(await current.ready);
      tools.onSuccess?.();
      return result;
    } catch (error) {
      const failed = asFailure(error);
      // Keys and secrets may have been replaced: the next sign-in reloads them.
      if (failed.failure === 'unavailable' && cached === current) cached = undefined;
      tools.onFailure(failed);
      throw failed;
    }
  };
  return {
    name: settings.name ?? url.hostname,
    issuer: settings.issuer,
    authorizationUrl: (redirectUri, secrets) =>
      open((ready) => addressOf(ready, redirectUri, secrets)),
    redeem: (response, flow) => open((ready) => redeem(ready, response, flow)),
    check: () => open(() => Promise.resolve()),
    close: () => client.close(),
  };
}

/**
 * The issuer as a URL, and the policy for calling it: its host at any address, other hosts only if
 * public or allowed by the operator. Throws a plain error.
 */
export function providerTarget({ issuer, allowedHosts = [] }: ProviderSettings) {
  const { url, allowedHosts: own } = operatorTarget(issuer, {
    setting: 'FARMCTL_OIDC_ISSUER',
    form: 'https://login.example.com',
    allowedHosts,
  });
  // With the document's own URL, the library would not compare the issuer in it.
  if (url.search !== '' || url.hash !== '' || url.pathname.includes('/.well-known/')) {
    throw new Error(
      'FARMCTL_OIDC_ISSUER must be the issuer, without /.well-known/ and what follows.',
    );
  }
  return { url, policy: { allowedHosts: [...own, ...allowedHosts], allowLoopback: false } };
}

interface Ready {
  readonly library: Library;
  readonly config: Configuration;
}

interface ProviderTools {
  readonly url: URL;
  readonly client: OutboundClient;
  readonly findSecret: FindSecret;
}

/** A failure before the person is asked to sign in is never a refusal. */
async function getReady(settings: ProviderSettings, tools: ProviderTools): Promise<Ready> {
  try {
    return await discover(settings, tools);
  } catch (error) {
    throw unavailable(asFailure(error).message, { cause: error });
  }
}

async function discover(
  { clientId, secretRef }: ProviderSettings,
  { url, client, findSecret }: ProviderTools,
): Promise<Ready> {
  const library = await loadLibrary();
  let prove: ClientAuth = library.None();
  const config = await library.discovery(
    url,
    clientId,
    { [library.clockTolerance]: TOLERANCE_SECONDS },
    (...args) => prove(...args),
    {
      [library.customFetch]: fetchThrough(client),
      timeout: limits.providerMillis / 1000,
      execute: [
        // Otherwise the signature of an ID token from the token endpoint is not verified.
        library.enableNonRepudiationChecks,
        ...(url.protocol === 'http:' ? [library.allowInsecureRequests] : []),
      ],
    },
  );
  const { token_endpoint: tokenEndpoint = '', ...server } = config.serverMetadata();
  if (!parseUrl(tokenEndpoint)) throw unavailable('The provider names no token endpoint.');
  const secret = await findSecret(secretRef, targetOf(new URL(tokenEndpoint)));
  const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  prove = methods.includes('client_secret_basic')
    ? library.ClientSecretBasic(secret)
    : library.ClientSecretPost(secret);
  return { library, config };
}

async function addressOf(
  { library, config }: Ready,
  redirectUri: string,
  { state, nonce, verifier }: SignInSecrets,
): Promise<URL> {
  const url = library.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: SCOPE,
    state,
    nonce,
    code_challenge: await library.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  });
  if (url.protocol === 'https:' || url.protocol === 'http:') return url;
  throw unavailable('The authorization endpoint of the provider is no address of https.');
}

async function redeem(
  { library, config }: Ready,
  response: string,
  flow: Parameters<IdentityProvider['redeem']>[1],
): Promise<ProvedIdentity> {
  const { redirectUri, secrets } = flow;
  const url = new URL(redirectUri);
  url.search = response;
  const tokens = await library.authorizationCodeGrant(config, url, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims();
  if (!claims) throw new ProviderFailed('refused', 'The provider sent no ID token.');
  const { iss: issuer, sub: subject } = claims;
  const isElsewhere = claims['email'] === undefined && config.serverMetadata().userinfo_endpoint;
  const userClaims = isElsewhere
    ? await library.fetchUserInfo(config, tokens.access_token, subject)
    : claims;
  return { issuer, subject, email: verifiedEmail(userClaims) };
}

/** ASCII only: case folding can turn other characters into these. */
const PLAIN_EMAIL = /^[\x21-\x7e]{3,254}$/;

function verifiedEmail(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified } = claims;
  const isUsable = typeof email === 'string' && PLAIN_EMAIL.test(email) && isVerified === true;
  return isUsable ? email.toLowerCase() : undefined;
}

/** Sends the library's requests through the guarded outbound client. */
function fetchThrough(client: OutboundClient): CustomFetch {
  return async (url, { method, headers, body }) => {
    const {
      status,
      headers: received,
      ...answer
    } = await client.send({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: Object.fromEntries(new Headers(headers)),
      ...(body === undefined || body === null ? {} : { body: String(body) }),
      timeoutMs: limits.providerMillis,
      maxBytes: limits.providerAnswerBytes,
    });
    if (answer.isCut) throw unavailable('The answer of the provider is too long.');
    if (status >= SERVER_ERROR) throw unavailable(`The provider answered with status ${status}.`);
    const type = [received['content-type']].flat()[0];
    return new Response(NO_BODY.includes(status) ? null : answer.body, {
      status,
      ...(type === undefined ? {} : { headers: { 'content-type': type } }),
    });
  };
}

function unavailable(message: string, options?: ErrorOptions): ProviderFailed {
  return new ProviderFailed('unavailable', message, options);
}

/** Error names that do not concern the person: no answer, or a misconfiguration. */
const OUR_SIDE = ['OutboundFailed', 'SecretRefused', 'WWWAuthenticateChallengeError'];
const OUR_CODES: readonly unknown[] = ['invalid_client', 'unauthorized_client'];

/** The failure for the operator: codes and messages of the library, no values. */
function asFailure(error: unknown): ProviderFailed {
  const chain = causesOf(error);
  const providerFailure = chain.find((failure) => failure instanceof ProviderFailed);
  if (providerFailure instanceof ProviderFailed) return providerFailure;
  const isOurs = chain.some(
    (failure) => OUR_SIDE.includes(failure.name) || OUR_CODES.includes(codeOf(failure)),
  );
  const reasons = chain.map(describe).join(': ');
  return new ProviderFailed(isOurs ? 'unavailable' : 'refused', reasons, { cause: error });
}

function causesOf(error: unknown): Error[] {
  const chain: Error[] = [];
  for (let next = error; next instanceof Error && chain.length < 5; next = next.cause) {
    chain.push(next);
  }
  return chain;
}

function describe(error: Error): string {
  const code = codeOf(error);
  return typeof code === 'string' ? `${error.message} (${code.slice(0, 80)})` : error.message;
}

function codeOf(error: Error): unknown {
  return (error as { error?: unknown }).error;
}
