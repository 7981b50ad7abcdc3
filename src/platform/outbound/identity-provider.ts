import type { ClientAuth, Configuration, CustomFetch } from 'openid-client';
import { limits } from '../../model/core/limits.ts';
import type { SecretTarget } from '../../model/core/secrets.ts';
import type { Clock } from '../../tools/clock.ts';
import { parseUrl } from '../../tools/parse-url.ts';
import { operatorTarget, targetOf } from './check-target.ts';
import { createOutboundClient, type OutboundClient } from './outbound-client.ts';

/** The OpenID Connect provider that an operator has chosen. */
export interface ProviderSettings {
  /** Its issuer: `https://login.example.com/realms/farm`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Where the client secret is kept: `env:FARMCTL_SECRET_…` or `file:…`. */
  readonly secretRef: string;
  /** As people know it; the host of the issuer unless told. */
  readonly name?: string;
  /** Hosts that the operator has named, which may be inside or called without TLS. */
  readonly allowedHosts?: readonly string[];
}

/** The secrets of one sign-in, known to the browser that began it and to nobody else. */
export interface SignInSecrets {
  readonly state: string;
  readonly nonce: string;
  /** The code verifier of PKCE. */
  readonly verifier: string;
}

/** Whom the provider has signed in. */
export interface ProvedIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** The e-mail address; undefined unless the provider says that it is verified. */
  readonly email: string | undefined;
}

/** A provider by which people prove who they are. */
export interface IdentityProvider {
  readonly name: string;
  readonly issuer: string;
  /** The address at which the provider signs a person in. */
  authorizationUrl(redirectUri: string, secrets: SignInSecrets): Promise<URL>;
  /** Whom the response in the query of the redirection proves; throws `ProviderFailed`. */
  redeem(
    response: string,
    flow: { readonly redirectUri: string; readonly secrets: SignInSecrets },
  ): Promise<ProvedIdentity>;
  /** Reads the configuration of the provider and the secret; throws `ProviderFailed`. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/**
 * `unavailable`: the provider cannot be reached, or is not configured as it should be; `refused`:
 * what came back proves nobody. The message is for the operator and holds no secret.
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

/** A configuration is read again after this time, and after every failure. */
const KEPT_MILLIS = 3_600_000;
const SCOPE = 'openid email';
/** Clocks of provider and service may differ by this. */
const TOLERANCE_SECONDS = 30;
const SERVER_ERROR = 500;
const NO_BODY = [204, 205, 304];

/** Reads a secret for the host that it is sent to. */
export type FindSecret = (reference: string, target: SecretTarget) => Promise<string>;

/** Loads the library on demand: few commands need it. */
function loadLibrary(): Promise<Library> {
  return import('openid-client');
}

/** Makes a provider ready; throws a plain error when its address is none that may be called. */
export function createIdentityProvider(
  settings: ProviderSettings,
  tools: {
    readonly clock: Clock;
    readonly findSecret: FindSecret;
    readonly onFailure: (failed: ProviderFailed) => void;
    /** Told whenever the provider has answered as it should. */
    readonly onSuccess?: () => void;
  },
): IdentityProvider {
  const { url, policy } = providerTarget(settings);
  const client = createOutboundClient(policy);
  let kept: { readonly until: number; readonly ready: Promise<Ready> } | undefined;
  const open = async <T>(work: (ready: Ready) => Promise<T>): Promise<T> => {
    const now = tools.clock.now();
    const current =
      kept && kept.until > now
        ? kept
        : { until: now + KEPT_MILLIS, ready: getReady(settings, { url, client, ...tools }) };
    kept = current;
    try {
      const done = await work(await current.ready);
      tools.onSuccess?.();
      return done;
    } catch (error) {
      const failed = asFailure(error);
      // Keys and secrets may have been replaced: the next sign-in reads them again.
      if (failed.failure === 'unavailable' && kept === current) kept = undefined;
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
 * The issuer as an address, and what may be called for it: its host wherever that is, others only on
 * the internet or if the operator has named them. Throws a plain error.
 */
export function providerTarget({ issuer, allowedHosts = [] }: ProviderSettings) {
  const { url, allowedHosts: own } = operatorTarget(issuer, {
    setting: 'FARMCTL_OIDC_ISSUER',
    form: 'https://login.example.com',
    allowedHosts,
  });
  // The address of the document itself would be taken without comparing the issuer in it.
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

/** Whatever goes wrong before anybody is asked who they are is no refusal. */
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
        // Otherwise the signature of an ID token from the token endpoint is not looked at.
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
  const said = isElsewhere
    ? await library.fetchUserInfo(config, tokens.access_token, subject)
    : claims;
  return { issuer, subject, email: verifiedEmail(said) };
}

/** Only plain characters: others can turn into these when case is left out. */
const PLAIN_EMAIL = /^[\x21-\x7e]{3,254}$/;

function verifiedEmail(claims: Readonly<Record<string, unknown>>): string | undefined {
  const { email, email_verified: isVerified } = claims;
  const isUsable = typeof email === 'string' && PLAIN_EMAIL.test(email) && isVerified === true;
  return isUsable ? email.toLowerCase() : undefined;
}

/** The requests of the library through the guard of calls to the outside. */
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

/** Names of errors that say nothing of the person: no answer, or a setting that does not fit. */
const OUR_SIDE = ['OutboundFailed', 'SecretRefused', 'WWWAuthenticateChallengeError'];
const OUR_CODES: readonly unknown[] = ['invalid_client', 'unauthorized_client'];

/** What went wrong, told for the operator: the codes and messages of the library, no values. */
function asFailure(error: unknown): ProviderFailed {
  const chain = causesOf(error);
  const known = chain.find((one) => one instanceof ProviderFailed);
  if (known instanceof ProviderFailed) return known;
  const isOurs = chain.some(
    (one) => OUR_SIDE.includes(one.name) || OUR_CODES.includes(codeOf(one)),
  );
  const told = chain.map(describe).join(': ');
  return new ProviderFailed(isOurs ? 'unavailable' : 'refused', told, { cause: error });
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

/** The code of an error that the provider has sent. */
function codeOf(error: Error): unknown {
  return (error as { error?: unknown }).error;
}
