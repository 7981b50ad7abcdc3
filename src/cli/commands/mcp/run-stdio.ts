import { Readable, Writable } from 'node:stream';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import { StdioServerTransport, serveStdio } from '@modelcontextprotocol/server/stdio';
import type { Io } from '../../core/io.ts';
import type { CommandContext } from '../../session/context.ts';

/** Serves the assistant on stdin and stdout until it disconnects or a signal is received. */
export async function runStdio(context: CommandContext, factory: McpServerFactory): Promise<void> {
  const { io } = context;
  const input = Readable.from(buffersOf(io));
  const output = writableOf(io);
  const ended = new Promise<void>((resolve) => {
    input.once('close', resolve).on('error', () => resolve());
    output.once('close', resolve).on('error', () => resolve());
    io.interruption.addEventListener('abort', () => resolve(), { once: true });
  });
  const handle = serveStdio(factory, {
    transport: new StdioServerTransport(input, output),
    onerror: (error) => void context.note(`farmctl: ${error.message}`),
  });
  await ended;
  await handle.close();
  input.destroy();
}

async function* buffersOf({ stdin }: Io): AsyncGenerator<Buffer> {
  for await (const chunk of stdin.chunks()) yield Buffer.from(chunk);
}

/** A writable stream over stdout that uses its single writer. */
function writableOf({ stdout }: Io): Writable {
  return new Writable({
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      stdout.write(String(chunk)).then(() => done(), done);
    },
  });
}
