import type { Transport } from '../../src/client/errors.ts';
import { inject, injectDownload } from '../../src/server/embedded.ts';
import type { TestService } from './service.ts';

/** The way to a test service, which answers as if it were the server of that address. */
export function serviceTransport({ service }: TestService, server: string): Transport {
  return {
    server,
    send: (request) => inject(service.app, request),
    download: (request) => injectDownload(service.app, request),
    close: async () => {},
  };
}
