import { refused } from '../../model/errors.ts';
import type { Transaction } from '../../storage/database.ts';
import { updateWebhook } from '../../storage/system/webhooks.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { newWebhookSecret } from '../../tools/new-webhook-secret.ts';
import { type Answer, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { findOwnWebhook, lockOwnWebhook, requireWebhookAdmin } from './find-own-webhook.ts';
import { describeNow, type WebhookWrite } from './manage-webhooks.ts';
import { parseRotation } from './webhook-requests.ts';
import { previousSecretAt } from './webhook-secrets.ts';

const HOUR_MILLIS = 3_600_000;

/**
 * `POST /os/webhooks/{id}/rotate-secret`: starts a rotation, in which the new secret and the one
 * before sign side by side, or finishes it before its time. The new secret is shown once.
 */
export async function rotateSecret(
  runtime: Runtime,
  transaction: Transaction,
  { call, settings, body, id }: WebhookWrite & { readonly id: string },
): Promise<Answer> {
  requireWebhookAdmin(call);
  const webhook = await lockOwnWebhook(transaction, call, id);
  const { phase, graceHours } = parseRotation(body());
  const isRotating = previousSecretAt(webhook, call.at) !== null;
  const updatedAt = formatInstant(call.at);
  const show = async () =>
    describeNow(transaction, await findOwnWebhook(transaction, call, id), call.at);
  if (phase === 'finish') {
    const change = { previousSecret: null, previousSecretUntil: null, updatedAt };
    await updateWebhook(transaction, id, change);
    return jsonAnswer(await show());
  }
  // Another one would put out the secret that receivers may be using already.
  if (isRotating) {
    throw refused(
      'rotation_under_way',
      `The secret before signs until ${webhook.previousSecretUntil}; finish that rotation first.`,
    );
  }
  const secret = newWebhookSecret(runtime.fillRandom);
  await updateWebhook(transaction, id, {
    secret: settings.secrets.seal(secret, id),
    previousSecret: graceHours === 0 ? null : webhook.secret,
    previousSecretUntil:
      graceHours === 0 ? null : formatInstant(call.at + graceHours * HOUR_MILLIS),
    updatedAt,
  });
  const shown = await show();
  return { ...jsonAnswer({ ...shown, secret }), replayBody: JSON.stringify(shown) };
}
