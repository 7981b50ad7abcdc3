/** Where the service may call on behalf of those who use it. */
export interface OutboundPolicy {
  /**
   * Hosts that the operator has named, `controller.lan` or `10.0.0.8:8080`: they may be inside and
   * may be called without TLS. A name without a port holds for all ports.
   */
  readonly allowedHosts: readonly string[];
  /** Whether this machine itself may be called; for mock servers. */
  readonly allowLoopback: boolean;
}

/** Nothing but the internet, by https. */
export const strictPolicy: OutboundPolicy = { allowedHosts: [], allowLoopback: false };

/** Why an address is not called. */
export type BlockReason =
  | 'invalid_url'
  | 'scheme_not_allowed'
  | 'user_info'
  | 'port_not_allowed'
  | 'address_not_public';

/** An address that must not be called. The message does not say what answers there. */
export class BlockedAddress extends Error {
  readonly reason: BlockReason;

  constructor(reason: BlockReason, message: string) {
    super(message);
    this.name = 'BlockedAddress';
    this.reason = reason;
  }
}
