import { createHttpTransport, type HttpTransportOptions } from '../client/http-transport.ts';
import type { Transport } from '../client/transport.ts';
import { FarmError } from '../model/errors.ts';
import { CliError } from './errors.ts';
import { secretVariables } from './secret-variables.ts';

/**
 * Makes the way to the service on the local database, in this process; to the server that already
 * holds the database, when one does. Throws `noConnection` when the database cannot be opened.
 */
export async function openEmbeddedTransport(
  dataDir: string,
  options: HttpTransportOptions & {
    readonly environment?: Readonly<Record<string, string | undefined>>;
  },
): Promise<Transport> {
  const { openEmbedded } = await import('../server/embedded.ts');
  const environment = secretVariables(options.environment ?? {});
  const secretKey = options.environment?.['FARMCTL_SECRET_KEY'] || undefined;
  const opening = openEmbedded({ dataDir, environment, secretKey });
  const service = await opening.catch((error: unknown) => {
    throw cannotOpen(dataDir, error);
  });
  if (service.runningAt === undefined) return untilAborted(service);
  await service.close();
  return createHttpTransport(service.runningAt, options);
}

/** Nothing is sent any more once the command is interrupted or its time is up. */
function untilAborted(service: Transport): Transport {
  return {
    ...service,
    async send(request) {
      request.signal?.throwIfAborted();
      return service.send(request);
    },
  };
}

function cannotOpen(dataDir: string, error: unknown): unknown {
  if (error instanceof FarmError) return error;
  const reason = error instanceof Error ? error.message : String(error);
  return new CliError('noConnection', `the database in ${dataDir} cannot be opened: ${reason}`, {
    hint: 'Check the folder; it comes from: farmctl config explain dataDir',
    cause: error,
  });
}
