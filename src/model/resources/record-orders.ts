import { reference } from '../core/fields.ts';
import { type ActionDefinition, type ActionType, actions } from './actions.ts';

/** A command that changes a record of the farm, or adds a note. */
interface RecordOrder extends ActionDefinition {
  /** Constant values that it writes. */
  readonly set: Readonly<Record<string, string>>;
}

/**
 * Commands that a sentence can give besides the actions of `POST /actions`. Each is a single write
 * of the record API, requires its scope in addition to `actions:execute`, and can be undone like an
 * action.
 */
export const recordOrders = {
  assign_task: {
    summary: 'Give a task to a person',
    writes: ['tasks'],
    fields: {
      taskId: { field: reference('tasks'), required: true },
      assignee: { to: ['tasks', 'assignee'], required: true },
    },
    set: {},
    example: {},
  },
  move_task: {
    summary: 'Set the day that a task is due',
    writes: ['tasks'],
    fields: {
      taskId: { field: reference('tasks'), required: true },
      dueDate: { to: ['tasks', 'dueDate'], required: true },
    },
    set: {},
    example: {},
  },
  cancel_task: {
    summary: 'Cancel a task',
    writes: ['tasks'],
    fields: { taskId: { field: reference('tasks'), required: true } },
    set: { status: 'cancelled' },
    example: {},
  },
  acknowledge_alert: {
    summary: 'Mark an alert as seen',
    writes: ['alerts'],
    fields: { alertId: { field: reference('alerts'), required: true } },
    set: { status: 'acknowledged' },
    example: {},
  },
  resolve_alert: {
    summary: 'Mark an alert as resolved',
    writes: ['alerts'],
    fields: { alertId: { field: reference('alerts'), required: true } },
    set: { status: 'resolved' },
    example: {},
  },
  add_note: {
    summary: 'Write a note into the timeline',
    writes: ['events'],
    fields: {
      title: { to: ['events', 'title'], required: true },
      barnId: { to: ['events', 'barnId'] },
    },
    set: { kind: 'note' },
    example: {},
  },
} as const satisfies Record<string, RecordOrder>;

export type RecordOrderType = keyof typeof recordOrders;

/** All commands that a sentence can give. */
export type OrderType = ActionType | RecordOrderType;

/** The definitions of all commands that a sentence can give. */
export const orders: Readonly<Record<OrderType, ActionDefinition>> = {
  ...actions,
  ...recordOrders,
};

export function isRecordOrder(type: OrderType): type is RecordOrderType {
  return type in recordOrders;
}
