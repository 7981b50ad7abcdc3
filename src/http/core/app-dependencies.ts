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

/** What the HTTP edge is built on. */
export interface AppDependencies {
  readonly runtime: Runtime;
  readonly audit: AuditTrail;
  /** Signed ends of the audit log. */
  readonly anchors: AnchorKeeper;
  readonly rateLimiter: RateLimiter;
  readonly metrics: Metrics;
  /** Answers about farms as a whole are computed in turns. */
  readonly farmTurns: Turns;
  readonly webhooks: WebhookSettings;
  /** With what integrations are read. */
  readonly connections: Connections;
  /** The OpenID Connect provider of the operator; absent where there is none. */
  readonly provider?: IdentityProvider;
  /** What backs up the database; undefined where this process cannot. */
  readonly backups?: BackupService | undefined;
  readonly log: Logger;
  /** Knows what the log says of the database already. */
  readonly outages: Pick<DatabaseOutages, 'covers'>;
}

/** A request, and the reply it gets. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}
