import { FarmError } from '../../model/core/errors.ts';
import { callApi } from '../api/http.ts';
import type { OutboxCall, OutboxEntry, OutboxPhoto, SentRecord } from './outbox.ts';

/** Sends a write, then its photo; each step has a separate key, so that it takes effect once. */
export async function sendEntry(
  { id, call: written }: OutboxEntry,
  known: SentRecord | undefined,
): Promise<SentRecord> {
  const call = known ? (await import('./conflict.ts')).rebaseOnSent(written, known) : written;
  const hasNothing = known !== undefined && Object.keys(call.body).length === 0;
  const key = call === written ? id : `${id}.${call.version}`;
  const record = hasNothing ? known : await sendCall(call, key);
  if (call.photo) await sendPhoto(call.photo, record.id, id);
  return record;
}

async function sendCall({ photo: _, base, ...call }: OutboxCall, key: string): Promise<SentRecord> {
  try {
    return (await callApi({ ...call, idempotencyKey: key })) as SentRecord;
  } catch (error) {
    const hasChanged = error instanceof FarmError && error.status === 412;
    if (!hasChanged || base === undefined) throw error;
    const stored = (await callApi({ path: call.path })) as SentRecord;
    // Only other fields of the record have changed: no need to ask the user.
    if (Object.entries(base).some(([field, value]) => stored[field] !== value)) throw error;
    const { version } = stored;
    return (await callApi({ ...call, version, idempotencyKey: `${key}.${version}` })) as SentRecord;
  }
}

async function sendPhoto({ content, media }: OutboxPhoto, recordId: string, key: string) {
  // The photos of a record are found by its id.
  const body = { ...media, tags: [recordId] };
  const item = (await callApi({
    method: 'POST',
    path: '/media',
    body,
    idempotencyKey: `${key}.item`,
  })) as SentRecord;
  await callApi({
    method: 'PUT',
    path: `/os/media/${encodeURIComponent(item.id)}/content`,
    file: { content, type: content.type },
    idempotencyKey: `${key}.file`,
  });
}
