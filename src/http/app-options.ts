import type { MockMode } from './mock-mode.ts';

/** How the edge meets the outside. */
export interface AppOptions {
  /** Addresses of proxies whose `x-forwarded-for` is believed; none by default. */
  readonly trustProxy?: readonly string[];
  /** Whether `/metrics` answers addresses other than loopback. */
  readonly publicMetrics?: boolean;
  /** Present on mock servers: their clock and faults can be set. */
  readonly mock?: MockMode;
}
