/** Where a delivery of an event to a webhook is on its way. */
export const deliveryStates = [
  'pending',
  'leased',
  'delivered',
  'exhausted',
  'held',
  'cancelled',
] as const;

export type DeliveryState = (typeof deliveryStates)[number];
