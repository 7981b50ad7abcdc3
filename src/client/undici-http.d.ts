// Only the HTTP part of undici is loaded: the whole takes four times as long to start.
declare module 'undici/lib/dispatcher/pool.js' {
  import { Pool } from 'undici';

  // biome-ignore lint/style/noDefaultExport: this is how a CommonJS module is imported.
  export { Pool as default };
}

declare module 'undici/lib/api/api-request.js' {
  import type { Dispatcher } from 'undici';

  // biome-ignore lint/style/noDefaultExport: this is how a CommonJS module is imported.
  export default function request(
    this: Dispatcher,
    options: Dispatcher.RequestOptions,
  ): Promise<Dispatcher.ResponseData>;
}
