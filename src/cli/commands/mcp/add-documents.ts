import { type McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import type { FarmClient } from '../../../client/client.ts';
import { FarmError } from '../../../model/errors.ts';
import { answerTokens, fitAnswer, jsonOf, pageOfAnswer } from './fit-answer.ts';
import { toObject } from './tool.ts';

const DOCUMENTS = [
  ['resources', 'The resources with their fields and filters', '/resources'],
  ['measures', 'Everything that can be asked of a farm by name', '/os/measures'],
  ['capabilities', 'What the service can do, as one document', '/capabilities'],
  ['openapi', 'The OpenAPI description of the API', '/openapi.json'],
] as const;

const MIME = 'application/json';

/** Adds the documents that describe the service: each as a summary, and its parts in pages. */
export function addDocuments(server: McpServer, client: FarmClient): void {
  const read = async (path: string, signal: AbortSignal) => {
    const { data } = await client.with({ signal }).request({ method: 'GET', path });
    return toObject(data);
  };
  for (const [name, description, path] of DOCUMENTS) {
    server.registerResource(
      name,
      `farmctl://${name}`,
      { title: description, description, mimeType: MIME },
      async (uri, { mcpReq }) => {
        const data = await read(path, mcpReq.signal);
        return contentsOf(uri, fitAnswer(data, answerTokens.default, 'document'));
      },
    );
  }
  server.registerResource(
    'part',
    new ResourceTemplate('farmctl://{document}/{part}', { list: undefined }),
    { title: 'A part of a document, in pages', mimeType: MIME },
    async (uri, { document, part }, { mcpReq }) => {
      const found = DOCUMENTS.find(([name]) => name === document);
      if (!found) throw new FarmError('not_found', { message: 'There is no such document.' });
      const data = await read(found[2], mcpReq.signal);
      const start = decodeURIComponent(String(part));
      return contentsOf(uri, pageOfAnswer(data, start, answerTokens.default, nextOf(found[0])));
    },
  );
}

function nextOf(document: string): string {
  return `Read on at farmctl://${document}/ followed by nextCursor.`;
}

function contentsOf(uri: URL, data: Readonly<Record<string, unknown>>) {
  return { contents: [{ uri: uri.href, mimeType: MIME, text: jsonOf(data) }] };
}
