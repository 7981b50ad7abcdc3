import { FarmError } from '../../../model/core/errors.ts';
import { openCall, Unreachable } from '../../api/http.ts';

/** A backup saved by the browser. */
interface Downloaded {
  readonly fileName: string;
  /** False where the browser cannot compute digests, as on plain http. */
  readonly isVerified: boolean;
}

/** Creates a backup and saves it; throws if it differs from what the service announced. */
export async function downloadBackup(
  onProgress: (bytes: number, total: number) => void,
): Promise<Downloaded> {
  const response = await openCall({ method: 'POST', path: '/os/backups', accept: '*/*' });
  const total = Number(response.headers.get('content-length'));
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      received += chunk.length;
      onProgress(received, total);
      controller.enqueue(chunk);
    },
  });
  let received = 0;
  // Browsers store large blobs on disk.
  const file = await new Response(response.body?.pipeThrough(counter)).blob().catch(cutShort);
  if (file.size !== total) cutShort();
  const isVerified = await matches(file, response.headers.get('content-digest'));
  const fileName = nameIn(response.headers.get('content-disposition'));
  save(file, fileName);
  return { fileName, isVerified };
}

function cutShort(cause?: unknown): never {
  throw new Unreachable('The backup did not arrive as a whole.', { cause });
}

const LARGEST_HASHED_BYTES = 512 * 1024 * 1024;

/** Compares a file with its digest; false if the browser cannot compute it. */
async function matches(file: Blob, announced: string | null): Promise<boolean> {
  // Browsers have no digests on plain http; a file is hashed as a whole, in memory.
  if (!crypto.subtle || file.size > LARGEST_HASHED_BYTES) return false;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer()));
  const text = btoa(String.fromCharCode(...digest));
  return announced === `sha-256=:${text}:` || cutShort();
}

function nameIn(disposition: string | null): string {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? 'farmctl-backup';
}

function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // The browser has begun to read by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** An obstacle as the error that a backup would fail with. */
export function refusalAs({ code, message }: { readonly code: string; readonly message: string }) {
  return new FarmError('action_refused', { code, message });
}
