import {
  buildApplicationOpenApi,
  buildOpenApi,
  type OpenApiOptions,
} from '../openapi/build-documents.ts';

/** The reference documents as they are sent. */
export interface ReferenceDocuments {
  /** JSON of `/v1/platform/openapi.json`. */
  platform(): string;
  /** JSON of `/v1/platform/os/openapi.json`. */
  application(): string;
}

/** Makes the reference documents, each of them built when it is first asked for and then kept. */
export function createReferenceDocuments(options: OpenApiOptions): ReferenceDocuments {
  return {
    platform: once(() => JSON.stringify(buildOpenApi(options))),
    application: once(() => JSON.stringify(buildApplicationOpenApi(options))),
  };
}

function once(build: () => string): () => string {
  let built: string | undefined;
  return () => {
    built ??= build();
    return built;
  };
}
