import { ConnectionFailed } from './errors.ts';
import { readErrorText } from './read-error-text.ts';
import { type Surroundings, sendWithRetries } from './send-with-retries.ts';
import type { ClientRequest, OpenResponse, Transport } from './transport.ts';

const SILENCE_MILLIS = 30_000;

/**
 * Asks for a file, again where that may help until its answer begins. Throws `FarmError`, or
 * `ConnectionFailed`, also from the chunks when the connection breaks in the middle.
 */
export async function downloadFile(
  request: ClientRequest,
  surroundings: Surroundings & { readonly transport: Transport },
): Promise<OpenResponse> {
  const { transport } = surroundings;
  let opened: OpenResponse | undefined;
  const opening: Transport = {
    ...transport,
    async send(sent) {
      if (!transport.download) throw cannotDownload(request, transport);
      const response = await transport.download(sent, SILENCE_MILLIS);
      const { status, headers } = response;
      if (status >= 400) return { status, headers, body: await readErrorText(response) };
      opened = response;
      return { status, headers, body: '' };
    },
  };
  await sendWithRetries(opening, request, surroundings);
  if (!opened) throw cannotDownload(request, transport);
  return opened;
}

function cannotDownload({ method, path }: ClientRequest, { server }: Transport): ConnectionFailed {
  const detail = 'files cannot be read this way';
  return new ConnectionFailed('not_understood', { method, path, server }, { detail });
}
