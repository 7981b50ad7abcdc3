import { existsSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';
import { version } from '../../model/core/vocabulary.ts';
import { immutableHeaders, PackedFiles } from '../console.ts';
import {
  buildApplicationOpenApi,
  buildOpenApi,
  type OpenApiOptions,
} from '../openapi/build-documents.ts';

/** The viewer injects styles into its page: the only page with scripts that may do so. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const HIDDEN_CLIENTS = [
  ...['c', 'clojure', 'csharp', 'dart', 'fsharp', 'go', 'http', 'java', 'kotlin', 'node', 'objc'],
  ...['ocaml', 'php', 'powershell', 'python', 'r', 'ruby', 'rust', 'swift'],
];

/**
 * Configuration of the viewer: both documents, three kinds of samples, nothing from other origins.
 */
const CONFIGURATION = {
  sources: [
    { title: 'Platform', slug: 'platform', url: 'docs/platform.json', default: true },
    { title: 'Application', slug: 'application', url: 'docs/application.json' },
  ],
  authentication: { preferredSecurityScheme: 'bearer' },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  hiddenClients: {
    ...Object.fromEntries(HIDDEN_CLIENTS.map((name) => [name, true])),
    shell: ['wget', 'httpie'],
    js: ['axios', 'jquery', 'ofetch', 'xhr'],
  },
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  proxyUrl: '',
};

// The page may be below a base path added by a proxy.
const START = `const base = new URL('.', location.href).href.slice(0, -1);
Scalar.createApiReference('#reference', { ...${JSON.stringify(CONFIGURATION)}, baseServerURL: base });
`;

/** Location of the built viewer of the reference documents. */
export interface ReferenceOptions {
  readonly folder: string;
}

/** Whether a folder contains the built viewer. */
export function containsViewer(folder: string): boolean {
  return existsSync(folder);
}

/** Serves the files of the page `/docs`. */
export function addReferenceFiles(app: FastifyInstance, { folder }: ReferenceOptions): void {
  const files = new PackedFiles(folder);
  for (const name of files.names()) {
    app.get(`/docs/${name}`, (request, reply) =>
      files.send(name, { request, reply: reply.headers(immutableHeaders) }),
    );
  }
  app.get('/docs/start.js', (_, reply) => reply.type('text/javascript; charset=utf-8').send(START));
  const documents = createReferenceDocuments({ version, hasSamples: true });
  for (const name of ['platform', 'application'] as const) {
    app.get(`/docs/${name}.json`, (_, reply) =>
      reply.type('application/json; charset=utf-8').send(documents[name]()),
    );
  }
}

/** The page `/docs`; without a viewer it only links the documents. */
export function renderReferencePage(options?: ReferenceOptions): string {
  const scripts = options ? [...new PackedFiles(options.folder).names(), 'start.js'] : [];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Reference of the farmctl API</title>
${scripts.map((name) => `<script src="docs/${name}" defer></script>`).join('\n')}
</head>
<body>
<div id="reference">
<h1>Reference of the farmctl API</h1>
<p>The OpenAPI documents that this page shows:</p>
<ul>
<li><a href="v1/platform/openapi.json">Platform</a></li>
<li><a href="v1/platform/os/openapi.json">Application</a></li>
</ul>
</div>
</body>
</html>
`;
}

interface ReferenceDocuments {
  /** JSON of `/v1/platform/openapi.json`. */
  platform(): string;
  /** JSON of `/v1/platform/os/openapi.json`. */
  application(): string;
}

/** Creates the reference documents, each built on first use and cached. */
export function createReferenceDocuments(options: OpenApiOptions): ReferenceDocuments {
  return {
    platform: memoize(() => JSON.stringify(buildOpenApi(options))),
    application: memoize(() => JSON.stringify(buildApplicationOpenApi(options))),
  };
}

function memoize(build: () => string): () => string {
  let built: string | undefined;
  return () => {
    built ??= build();
    return built;
  };
}
