import type { McpServer } from '@modelcontextprotocol/server';
import type { FarmClient } from '../../../client/client.ts';

const DOCUMENTS = [
  ['resources', 'The resources with their fields and filters', '/resources'],
  ['measures', 'Everything that can be asked of a farm by name', '/os/measures'],
  ['capabilities', 'What the service can do, as one document', '/capabilities'],
  ['openapi', 'The OpenAPI description of the API', '/openapi.json'],
] as const;

/** Adds the documents that describe the service. */
export function addDocuments(server: McpServer, client: FarmClient): void {
  for (const [name, description, path] of DOCUMENTS) {
    server.registerResource(
      name,
      `farmctl://${name}`,
      { title: description, description, mimeType: 'application/json' },
      async (uri, { mcpReq }) => {
        const { data } = await client
          .with({ signal: mcpReq.signal })
          .request({ method: 'GET', path });
        const text = JSON.stringify(data);
        return { contents: [{ uri: uri.href, mimeType: 'application/json', text }] };
      },
    );
  }
}
