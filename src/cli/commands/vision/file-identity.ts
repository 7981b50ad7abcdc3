import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { open } from 'node:fs/promises';

/** By what a file is known again after it grew: its beginning, and that it has not shrunk. */
export interface FileIdentity {
  /** Bytes it had. */
  readonly size: number;
  /** Bytes of its beginning that the hash is of. */
  readonly headBytes: number;
  /** SHA-256 of the beginning, as hex. */
  readonly head: string;
}

const HEAD_BYTES = 64 * 1024;

/** What the file at a path is known by at present. */
export async function identifyFile(path: string): Promise<FileIdentity> {
  return withFile(path, async (file) => {
    const { size } = await file.stat();
    const headBytes = Math.min(size, HEAD_BYTES);
    return { size, headBytes, head: await hashHead(file, headBytes) };
  });
}

/** Whether the file at the path is the one of that identity, grown at the most. */
export async function isSameFile(path: string, identity: FileIdentity): Promise<boolean> {
  return withFile(path, async (file) => {
    const { size } = await file.stat();
    return size >= identity.size && (await hashHead(file, identity.headBytes)) === identity.head;
  });
}

async function withFile<T>(path: string, work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(file);
  } finally {
    await file.close();
  }
}

async function hashHead(file: FileHandle, bytes: number): Promise<string> {
  const head = Buffer.alloc(bytes);
  const { bytesRead } = await file.read(head, 0, bytes, 0);
  return createHash('sha256').update(head.subarray(0, bytesRead)).digest('hex');
}
