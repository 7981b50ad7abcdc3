// Only the HTTP part of undici is loaded, so that a server starts sooner.
declare module 'undici/lib/dispatcher/agent.js' {
  import { Agent } from 'undici';

  // biome-ignore lint/style/noDefaultExport: this is how a CommonJS module is imported.
  export { Agent as default };
}

declare module 'undici/lib/core/connect.js' {
  import { buildConnector } from 'undici';

  // biome-ignore lint/style/noDefaultExport: this is how a CommonJS module is imported.
  export { buildConnector as default };
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  // biome-ignore lint/style/noDefaultExport: this is how a CommonJS module is imported.
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
