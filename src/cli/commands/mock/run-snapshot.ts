import { FarmError } from '../../../model/core/errors.ts';
import { sizeOf } from '../../../model/core/message.ts';
import { absolutePath } from '../../config/config-paths.ts';
import { neutralise } from '../../output/neutralise.ts';
import type { CommandContext } from '../../session/context.ts';
import { openFiles, requireFree, saveDownload } from '../core/file-transfer.ts';
import { isConfirmed, notMock } from '../core/write-results.ts';

const PATH = '/os/mock/snapshot';

/** `snapshot save`: the file is created under its name only once it is complete. */
export async function runSnapshotSave(
  context: CommandContext,
  file: string,
  { force = false }: { readonly force?: boolean },
): Promise<void> {
  const { io } = context;
  const path = absolutePath(file, { base: io.cwd, home: io.home });
  await requireFree(path, { named: file, force });
  const client = await context.client();
  const call = { method: 'GET', path: PATH, headers: { accept: '*/*' } };
  const response = await client.download(call).catch((error: unknown) => {
    throw explained(error, client.server);
  });
  const bytes = await saveDownload(context, response, path);
  await context.report('done.saved', { file: neutralise(file), size: sizeOf(bytes) });
}

/** `snapshot load`: replaces the server's state with that of a file, after confirmation. */
export async function runSnapshotLoad(context: CommandContext, file: string): Promise<void> {
  const [local] = await openFiles(context.io, [file]);
  const client = await context.client();
  const params = { server: client.server, file: neutralise(file) };
  if (!local || !(await isConfirmed(context, { text: 'cli.ask.replaceAll', params }))) return;
  const call = { method: 'PUT', path: PATH, file: local };
  await client
    .request({ ...call, headers: { 'content-type': 'application/octet-stream' } })
    .catch((error: unknown) => {
      throw explained(error, client.server);
    });
  await context.report('note.snapshotLoaded', {
    file: neutralise(file),
    size: sizeOf(local.bytes),
  });
}

function explained(error: unknown, server: string): unknown {
  const isUnknown = error instanceof FarmError && error.slug === 'not_found';
  return isUnknown ? notMock(server, error) : error;
}
