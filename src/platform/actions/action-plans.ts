import type { ActionType } from '../../model/actions.ts';
import type { ResourceName } from '../../model/registry.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { type ActionPlan, type ActionRequest, insertOf } from './action-plan.ts';
import { loadLogState, planDailyLog } from './plan-daily-log.ts';
import { loadFlockInside, planFlock } from './plan-flock.ts';
import { loadBarn, loadFarm, planLocation } from './plan-location.ts';
import { planNavigation } from './plan-navigation.ts';
import { planOrder } from './plan-order.ts';
import { loadTask, planTaskCompletion } from './plan-task-completion.ts';

/** Looks at the rows around an action and plans what it does; throws what forbids it. */
type Planner = (request: ActionRequest, context: RuleContext) => Promise<ActionPlan>;

/** How each action is planned. */
export const actionPlans: Readonly<Record<ActionType, Planner>> = {
  create_task: making('tasks'),
  complete_task: async (request, context) =>
    planTaskCompletion(await loadTask(request, context), request.fields),
  create_order: async ({ fields }) => planOrder(fields),
  create_expense: making('expenses'),
  create_contact: making('contacts'),
  create_barn: making('barns'),
  create_flock: async (request, context) =>
    planFlock(await loadFlockInside(request, context), request.fields),
  log_daily: async (request, context) =>
    planDailyLog(await loadLogState(request, context), request.fields),
  create_alert: making('alerts'),
  create_medicine: making('medicine'),
  create_feed_delivery: making('feed-deliveries'),
  set_farm_location: async (request, context) =>
    planLocation('farms', await loadFarm(request, context), request.fields),
  set_barn_location: async (request, context) =>
    planLocation('barns', await loadBarn(request, context), request.fields),
  navigate: planNavigation,
};

/** The planner of an action whose fields are those of the one row it makes. */
function making(resource: ResourceName): Planner {
  return async ({ fields }) => insertOf(resource, fields);
}
