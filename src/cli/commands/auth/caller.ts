import * as z from 'zod/mini';
import type { FarmClient } from '../../../client/client.ts';
import { ConnectionFailed } from '../../../client/errors.ts';

const callerSchema = z.object({
  key: z.object({
    id: z.string(),
    name: z.string(),
    last4: z.string(),
    expiresAt: z.nullable(z.string()),
  }),
  org: z.object({ id: z.string(), name: z.string() }),
  scopes: z.array(z.string()),
  farms: z.array(z.object({ id: z.string(), name: z.string() })),
  allFarms: z.boolean(),
});

/** Who a key is, what it may do and which farms it sees: the answer of `/me`. */
export type Caller = z.infer<typeof callerSchema>;

/** Asks the server who the key is; throws what the server refuses it with. */
export async function findCaller(client: FarmClient): Promise<Caller> {
  const checked = callerSchema.safeParse(await client.me());
  if (checked.success) return checked.data;
  throw new ConnectionFailed('not_understood', {
    method: 'GET',
    path: '/v1/platform/me',
    server: client.server,
  });
}

/** The caller as one record for people and programs, with the profile and server it belongs to. */
export function callerRecord(
  { key, org, scopes, farms, allFarms }: Caller,
  {
    profile,
    server,
    keySource,
  }: {
    readonly profile: string;
    readonly server: string;
    readonly keySource: string;
  },
) {
  return {
    profile,
    server,
    organisation: org.name,
    key: key.name,
    last4: key.last4,
    keySource,
    expiresAt: key.expiresAt,
    scopes,
    farms: allFarms ? ['all'] : farms.map(({ name }) => name),
  };
}
