import type { ResourceName } from './registry.ts';

/** Where rows of a resource name a person. */
export interface PersonalFields {
  /** Hold the id of a user or contact. */
  readonly ids?: readonly string[];
  /** Hold a name, as it was typed; some also an id. */
  readonly names?: readonly string[];
  /** Hold what a person is reached by. */
  readonly reach?: readonly string[];
}

/** What is put in the place of the name of a person who was erased. */
export const ERASED = 'erased person';

/** Where people are named, by resource; a resource that is absent names nobody in a field of its own. */
export const personalFields: Readonly<Partial<Record<ResourceName, PersonalFields>>> = {
  users: { names: ['name'], reach: ['phone', 'phoneE164', 'email'] },
  contacts: { names: ['name'], reach: ['phone', 'phoneE164', 'email'] },
  'farm-access': { ids: ['userId'], names: ['grantedBy'] },
  'agent-runs': { ids: ['userId'] },
  'chat-messages': { ids: ['senderId'], names: ['senderName'] },
  'support-tickets': { ids: ['userId'], names: ['assignee'] },
  tasks: { names: ['assignee'] },
  'task-comments': { names: ['authorName'] },
  'field-reports': { names: ['authorName', 'answeredBy'] },
  'controller-commands': { names: ['requestedBy'] },
  treatments: { names: ['vetName'] },
  'tender-bids': { names: ['supplierName'], reach: ['phone', 'phoneE164', 'email'] },
  'market-orders': { ids: ['contactId'], names: ['supplierName'] },
  media: { ids: ['contactId'] },
  flocks: { ids: ['supplierId'] },
  sales: { ids: ['customerId'] },
  expenses: { ids: ['supplierId'] },
  'feed-orders': { ids: ['supplierId'] },
  'feed-deliveries': { ids: ['supplierId'] },
  medicine: { ids: ['supplierId'] },
};
