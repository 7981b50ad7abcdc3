import type { Resolve } from '../outbound/guarded-connector.ts';
import type { OutboundClient } from '../outbound/outbound-client.ts';
import type { OutboundPolicy } from '../outbound/outbound-policy.ts';
import type { SecretPlaces } from './resolve-secret.ts';

/** With what integrations reach the systems they are connected to. */
export interface Connections {
  readonly client: OutboundClient;
  readonly policy: OutboundPolicy;
  readonly secrets: SecretPlaces;
  /** Looks names of brokers up; default: the resolver of the system. */
  readonly resolve?: Resolve;
}
