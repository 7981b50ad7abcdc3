import * as z from 'zod';
import { validationFailed } from '../../model/core/errors.ts';
import { isSecretReference } from '../../model/core/secrets.ts';
import { channelKinds } from '../../model/core/vocabulary.ts';
import { parseBody } from '../../model/validation/parse-body.ts';
import { isJsonText } from '../../tools/unknown-values.ts';
import {
  BlockedAddress,
  bareHost,
  checkTarget,
  isLoopbackAddress,
  isNamedHost,
  type OutboundPolicy,
} from '../outbound/check-target.ts';
import { DEFAULT_BODY, fillTemplate, httpContentTypes } from './send-notice.ts';
import { areSubscriptionKeys } from './web-push.ts';

const LONGEST_URL = 2000;
const LONGEST_TEMPLATE = 4000;

const bodySchema = z.strictObject({
  kind: z.enum(channelKinds),
  address: z.string().min(1).max(LONGEST_URL),
  userId: z.string().max(80).optional(),
  body: z.string().min(1).max(LONGEST_TEMPLATE).optional(),
  contentType: z.enum(httpContentTypes).optional(),
  authRef: z
    .string()
    .max(200)
    .refine(isSecretReference, 'must be env:NAME or file:PATH')
    .optional(),
  keys: z.strictObject({ p256dh: z.string().max(200), auth: z.string().max(200) }).optional(),
});

/** The body of `POST /os/notices/channels`. */
export type ChannelBody = z.infer<typeof bodySchema>;

/** The settings of a new channel; throws `validation_failed` for unusable ones. */
export function parseChannel(body: unknown, policy: OutboundPolicy): ChannelBody {
  const parsed = parseBody(bodySchema, body);
  const channel = { ...parsed, address: parsed.address.trim() };
  const faults = { address: addressFault(channel, policy), body: templateFault(channel) };
  for (const [path, message] of Object.entries(faults)) {
    if (message !== undefined) throw validationFailed([{ path, code: 'invalid_format', message }]);
  }
  for (const { name, kinds } of FIELD_KINDS) {
    if (channel[name] === undefined || kinds.includes(channel.kind)) continue;
    const kindList = kinds.join(' or ');
    throw validationFailed([
      {
        path: name,
        code: 'not_allowed',
        message: `${name} is for channels of the kind ${kindList}.`,
      },
    ]);
  }
  if (channel.kind === 'push' && !(channel.keys && areSubscriptionKeys(channel.keys))) {
    throw validationFailed([
      { path: 'keys', code: 'invalid_format', message: 'keys must be those of the subscription.' },
    ]);
  }
  return channel;
}

/** Fields that apply only to some kinds of channels. */
const FIELD_KINDS: readonly {
  readonly name: keyof ChannelBody;
  readonly kinds: readonly ChannelBody['kind'][];
}[] = [
  { name: 'body', kinds: ['http'] },
  { name: 'contentType', kinds: ['http'] },
  { name: 'keys', kinds: ['push'] },
];

const CHAT_ID = /^-?\d{1,20}$/;
const PROBE = { id: 'id', title: '"', text: '\n', link: '', severity: '' } as const;

function addressFault({ kind, address }: ChannelBody, policy: OutboundPolicy): string | undefined {
  if (kind === 'email') {
    return z.regexes.email.test(address) ? undefined : 'address must be an e-mail address.';
  }
  if (kind === 'telegram') {
    return CHAT_ID.test(address) ? undefined : 'address must be the id of a Telegram chat.';
  }
  try {
    if (kind === 'push') return pushFault(address, policy);
    checkTarget(address, policy);
    return undefined;
  } catch (error) {
    if (error instanceof BlockedAddress) return `address: ${error.message}`;
    throw error;
  }
}

/** Every user may add a push channel, so the operator's allowed hosts do not apply to it. */
function pushFault(address: string, policy: OutboundPolicy): string | undefined {
  const url = checkTarget(address, { ...policy, allowedHosts: [] });
  const isOwn = isLoopbackAddress(bareHost(url));
  return isOwn || !isNamedHost(url, policy) ? undefined : 'address: no push service is there.';
}

function templateFault({
  kind,
  body = DEFAULT_BODY,
  contentType = 'application/json',
}: ChannelBody): string | undefined {
  if (kind !== 'http' || contentType !== 'application/json') return undefined;
  return isJsonText(fillTemplate(body, contentType, PROBE))
    ? undefined
    : 'body must be JSON, its placeholders within quotes.';
}
