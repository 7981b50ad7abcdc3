import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { isRecord, messageOf } from '../../../tools/unknown-values.ts';
import { stateDir } from '../../config/config-paths.ts';
import { withFileLock } from '../../config/update-config.ts';
import type { Values } from '../../output/output.ts';
import type { CommandContext } from '../../session/context.ts';
import { rowText } from './write-results.ts';

const MOST_KEPT = 100;
const FILE = 'undo.json';

const descriptorSchema = z.object({ actionId: z.string(), type: z.string(), token: z.string() });

const storedDescriptorSchema = z.object({
  /** Where the action ran: a descriptor is never sent elsewhere. */
  place: z.string(),
  /** Time of the action, by this machine's clock. */
  at: z.string(),
  /** The written row, as displayed; absent in files of older versions. */
  row: z.optional(z.string()),
  /** Whether a later command other than an action, or an import, has written a record. */
  isFollowed: z.optional(z.boolean()),
  undo: descriptorSchema,
});

const fileSchema = z.object({ kept: z.array(storedDescriptorSchema) });

/** Reverses an action. */
export type Descriptor = z.infer<typeof descriptorSchema>;

/** A descriptor with information about its action. */
export type StoredDescriptor = z.infer<typeof storedDescriptorSchema>;

/** The descriptor in the answer of an action, in `{"undo": …}`, or bare; undefined if absent. */
export function findDescriptor(value: unknown): Descriptor | undefined {
  const { undo = value } = (value ?? {}) as { readonly undo?: unknown };
  return descriptorSchema.safeParse(undo).data;
}

/** Stores the descriptor of an action; reports a write error and returns false. */
export async function storeDescriptor(context: CommandContext, answer: Values): Promise<boolean> {
  const undo = findDescriptor(answer);
  if (!undo) return false;
  const { result } = answer;
  const at = new Date(context.now.now()).toISOString();
  const row = isRecord(result) ? { row: rowText(result) } : {};
  const entry = { place: await serverPlace(context), at, ...row, undo };
  return change(context, (entries) => [...entries, entry].slice(-MOST_KEPT));
}

/** Actions that this machine ran on the current server, newest first. */
export async function listDescriptors(
  context: CommandContext,
): Promise<readonly StoredDescriptor[]> {
  const place = await serverPlace(context);
  const entries = await readDescriptors(join(stateDir(context.io), FILE));
  return entries.filter((entry) => entry.place === place).toReversed();
}

/** Marks the last action after a write that `undo` cannot reverse. */
export async function recordOtherWrite(context: CommandContext): Promise<void> {
  const [last] = await listDescriptors(context);
  if (!last || last.isFollowed) return;
  await change(context, (entries) =>
    entries.map((entry) =>
      entry.undo.actionId === last.undo.actionId ? { ...entry, isFollowed: true } : entry,
    ),
  );
}

/** Removes the descriptor of an action that can no longer be undone. */
export async function forgetDescriptor(context: CommandContext, actionId: string): Promise<void> {
  await change(context, (entries) => entries.filter(({ undo }) => undo.actionId !== actionId));
}

/** The profile and its server; for a local database, its directory. */
export async function serverPlace(context: CommandContext): Promise<string> {
  const { profile, server, dataDir } = await context.settings();
  return [profile, server === 'embedded' ? dataDir : server].join(' ');
}

/** Updates the file under a lock; an error does not affect the completed action. */
async function change(
  context: CommandContext,
  next: (entries: readonly StoredDescriptor[]) => readonly StoredDescriptor[],
): Promise<boolean> {
  const folder = stateDir(context.io);
  const path = join(folder, FILE);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
    await withFileLock(`${path}.lock`, async () => {
      const entries = next(await readDescriptors(path));
      await writeFile(`${path}.new`, `${JSON.stringify({ kept: entries })}\n`, { mode: 0o600 });
      await rename(`${path}.new`, path);
    });
    return true;
  } catch (error) {
    const reason = messageOf(error);
    await context.report('note.undoNotKept', { reason });
    return false;
  }
}

/** Empty if the file is missing or invalid: it is only a convenience. */
async function readDescriptors(path: string): Promise<readonly StoredDescriptor[]> {
  try {
    return fileSchema.parse(JSON.parse(await readFile(path, 'utf8'))).kept;
  } catch {
    return [];
  }
}
