import type { Transport } from '../../src/client/errors.ts';
import { inject, injectDownload } from '../../src/server/embedded.ts';
import type { TestService } from './service.ts';

/** A transport to a test service, which responds as the server of that address. */
export function serviceTransport({ service }: TestService, server: string): Transport {
  return {
    server,
    send: (request) => inject(service.app, request),
    download: (request) => injectDownload(service.app, request),
    close: async () => {},
  };
}
