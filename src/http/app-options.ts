/** How the edge meets the outside. */
export interface AppOptions {
  /** Addresses of proxies whose `x-forwarded-for` is believed; none by default. */
  readonly trustProxy?: readonly string[];
  /** Whether `/metrics` answers addresses other than loopback. */
  readonly publicMetrics?: boolean;
}
