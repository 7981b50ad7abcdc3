declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  /** The part of an OpenID provider used by the tests; the package has no types. */
  export class Provider {
    constructor(issuer: string, configuration: Readonly<Record<string, unknown>>);
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(
      request: IncomingMessage,
      response: ServerResponse,
      result: Readonly<Record<string, unknown>>,
    ): Promise<void>;
    readonly Client: { prototype: { redirectUriAllowed(uri: string): boolean } };
    readonly Grant: new (grant: {
      readonly clientId: string;
      readonly accountId: string;
    }) => { addOIDCScope(scope: string): void; save(): Promise<string> };
  }
}
