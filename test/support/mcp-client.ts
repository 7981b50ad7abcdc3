import { Client } from '@modelcontextprotocol/client';
import { type CallToolResult, InMemoryTransport } from '@modelcontextprotocol/server';
import { createFactory } from '../../src/cli/commands/mcp/create-factory.ts';
import { createClient } from '../../src/client/client.ts';
import type { TestService } from './service.ts';
import { serviceTransport } from './service-transport.ts';

/** The result of a tool. */
export interface ToolReply {
  readonly isError: boolean;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read responses of any shape.
  readonly data: any;
}

/** Connects an assistant to a test service. */
export async function connectAssistant(
  service: TestService,
  { key = service.admin, farm }: { readonly key?: string; readonly farm?: string | undefined } = {},
) {
  const transport = serviceTransport(service, 'https://farm.example');
  const farmClient = createClient({ transport, key, sleep: async () => {} });
  const factory = createFactory({ version: '1.2.3', farm, clientFor: async () => farmClient });
  const server = await factory({ era: 'legacy' });
  const [here, there] = InMemoryTransport.createLinkedPair();
  const client = new Client({ name: 'test', version: '1' });
  await Promise.all([server.connect(there), client.connect(here)]);
  const call = async (name: string, input: Record<string, unknown> = {}): Promise<ToolReply> => {
    const result = (await client.callTool({ name, arguments: input })) as CallToolResult;
    const [content] = result.content;
    return {
      isError: result.isError === true,
      text: content?.type === 'text' ? content.text : '',
      data: result.structuredContent,
    };
  };
  return { client, call, close: () => client.close() };
}
