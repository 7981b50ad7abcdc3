import type { ResourceName } from '../../model/registry.ts';
import { alertRules } from './by-resource/alert-rules.ts';
import { automationRules } from './by-resource/automation-rules.ts';
import { barnRules } from './by-resource/barn-rules.ts';
import { contactRules } from './by-resource/contact-rules.ts';
import { controllerCommandRules } from './by-resource/controller-command-rules.ts';
import { dailyLogRules } from './by-resource/daily-log-rules.ts';
import { deviceRules } from './by-resource/device-rules.ts';
import { envReadingRules } from './by-resource/env-reading-rules.ts';
import { feedDeliveryRules } from './by-resource/feed-delivery-rules.ts';
import { feedOrderRules } from './by-resource/feed-order-rules.ts';
import { fieldReportRules } from './by-resource/field-report-rules.ts';
import { flockRules } from './by-resource/flock-rules.ts';
import { integrationRules } from './by-resource/integration-rules.ts';
import { regItemRules } from './by-resource/reg-item-rules.ts';
import { saleRules } from './by-resource/sale-rules.ts';
import { supportTicketRules } from './by-resource/support-ticket-rules.ts';
import { taskRules } from './by-resource/task-rules.ts';
import { tenderBidRules } from './by-resource/tender-bid-rules.ts';
import { userRules } from './by-resource/user-rules.ts';
import { visionEventRules } from './by-resource/vision-event-rules.ts';
import type { ResourceRules } from './resource-rules.ts';

const rulesByResource: { readonly [Name in ResourceName]?: ResourceRules } = {
  barns: barnRules,
  flocks: flockRules,
  'daily-logs': dailyLogRules,
  alerts: alertRules,
  tasks: taskRules,
  'field-reports': fieldReportRules,
  devices: deviceRules,
  integrations: integrationRules,
  'env-readings': envReadingRules,
  'vision-events': visionEventRules,
  'controller-commands': controllerCommandRules,
  automations: automationRules,
  'feed-deliveries': feedDeliveryRules,
  'feed-orders': feedOrderRules,
  sales: saleRules,
  contacts: contactRules,
  'tender-bids': tenderBidRules,
  users: userRules,
  'reg-items': regItemRules,
  'support-tickets': supportTicketRules,
};

const NO_RULES: ResourceRules = {};

/** The rules of a resource that its declaration cannot state; none for most. */
export function rulesOf(resource: string): ResourceRules {
  return rulesByResource[resource as ResourceName] ?? NO_RULES;
}
