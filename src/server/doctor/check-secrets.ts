import type { WebhookHealth } from '../../storage/system/webhook-health.ts';
import { unreadableWebhooks } from '../sealed-secrets.ts';
import { type Finding, failed, passed, skipped } from './finding.ts';

/** Where the key of the secrets is looked for; undefined where there is none. */
export interface KeyPlace {
  readonly find: () => Uint8Array | undefined;
  /** Where it belongs, for people. */
  readonly name: string;
  /** Whether it may be elsewhere, as in the environment of a server. */
  readonly isElsewhere: boolean;
}

/** The secrets of the webhooks can be opened with the present key; nothing where there are none. */
export function checkSecrets(
  webhooks: readonly WebhookHealth[],
  { find, name, isElsewhere }: KeyPlace,
): readonly Finding[] {
  if (webhooks.length === 0) return [];
  let key: Uint8Array | undefined;
  try {
    key = find();
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return [failed('secrets', message, `put the right key into ${name}`)];
  }
  if (!key && isElsewhere) {
    return [skipped('secrets', `${webhooks.length} webhooks; ${name} is not set here`)];
  }
  const unreadable = unreadableWebhooks(webhooks, key);
  if (unreadable.length === 0) {
    return [passed('secrets', `those of ${webhooks.length} webhooks open with ${name}`)];
  }
  const cause = key ? `do not open with ${name}` : `cannot be opened: there is no ${name}`;
  return [
    failed(
      'secrets',
      `the secrets of ${unreadable.length} webhooks ${cause}`,
      `put back the key they were kept under; else, for each: farmctl webhook rotate ${unreadable[0]} --grace 0`,
    ),
  ];
}
