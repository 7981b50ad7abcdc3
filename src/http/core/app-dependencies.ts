import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import type { RateLimiter } from '../../platform/access/rate-limiter.ts';
import type { BackupService } from '../../platform/administration/backups.ts';
import type { DatabaseOutages } from '../../platform/administration/connection-log.ts';
import type { Metrics } from '../../platform/administration/metrics.ts';
import type { AnchorKeeper } from '../../platform/audit/anchors.ts';
import type { AuditTrail } from '../../platform/audit/audit-trail.ts';
import type { Runtime } from '../../platform/core/runtime.ts';
import type { Connections } from '../../platform/integrations/poll-feeds.ts';
import type { IdentityProvider } from '../../platform/outbound/identity-provider.ts';
import type { WebhookSettings } from '../../platform/webhooks/webhook-secrets.ts';
import type { Turns } from '../../tools/concurrency.ts';

/** Dependencies of the HTTP layer. */
export interface AppDependencies {
  readonly runtime: Runtime;
  readonly audit: AuditTrail;
  /** Signed anchors of the audit log. */
  readonly anchors: AnchorKeeper;
  readonly rateLimiter: RateLimiter;
  readonly metrics: Metrics;
  /** Limits the concurrency of farm-wide computations. */
  readonly farmTurns: Turns;
  readonly webhooks: WebhookSettings;
  /** Connections for reading integrations. */
  readonly connections: Connections;
  /** The OpenID Connect provider of the operator; absent if none is configured. */
  readonly provider?: IdentityProvider;
  /** The backup service; undefined if this process cannot back up the database. */
  readonly backups?: BackupService | undefined;
  readonly log: Logger;
  /** Whether the log already reports an error as part of a database outage. */
  readonly outages: Pick<DatabaseOutages, 'covers'>;
}

/** A request and its reply. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
