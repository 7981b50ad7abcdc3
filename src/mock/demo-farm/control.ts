import { addDays, formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import { roundTo } from '../../tools/statistics.ts';
import type { DemoContext, DemoFields, Phrases } from './demo-context.ts';
import type { DemoFarm, DemoFlock } from './demo-farm.ts';
import { actorOf, SYSTEM } from './farms.ts';
import type { CourseDay } from './flock-course.ts';
import type { Hardware } from './hardware.ts';

type CommandFields = DemoFields<'controller-commands'>;

const COMMANDS_PER_FLOCK_DAY = 0.16;
const MINUTE = 60_000;

/** Generates automations and the commands they sent to controllers. */
export function addControl(
  context: DemoContext,
  farms: readonly DemoFarm[],
  flocks: readonly DemoFlock[],
  hardware: Hardware,
): void {
  for (const flock of flocks) {
    const random = context.random(`commands/${flock.code}`);
    for (const day of flock.course) {
      const isDue = random.chance(COMMANDS_PER_FLOCK_DAY);
      const command = drawCommand(context, random, day);
      const hour = random.between(5, 21);
      const outcome = drawOutcome(random);
      const at = context.at(day.day, hour);
      if (!isDue || day.day < context.firstDay || at > context.now - 3 * 3_600_000) continue;
      addCommand(context, { flock, hardware, at, fields: { ...command, ...outcome } });
    }
  }
  addWaitingCommands(context, flocks, hardware);
  for (const farm of farms) addAutomations(context, farm);
}

interface Command {
  readonly flock: DemoFlock;
  readonly hardware: Hardware;
  readonly at: number;
  readonly fields: CommandFields;
}

function addCommand(context: DemoContext, { flock, hardware, at, fields }: Command): void {
  const { farm, barn } = flock;
  const isByHand = fields.mode === 'manual';
  const isSent = fields.status === 'executed' || fields.status === 'failed';
  context.add('controller-commands', {
    farmId: farm.id,
    at,
    updatedAt: isSent ? at + 3 * MINUTE : at,
    by: isByHand ? actorOf(farm.manager) : SYSTEM,
    fields: {
      ...fields,
      barnId: barn.id,
      integrationId: hardware.integrationOf(farm.id, 'controller') ?? null,
      deviceId: hardware.controllerOf(barn.id) ?? null,
      requestedBy: isByHand ? farm.manager.name : 'brain',
      sentAt: isSent ? formatInstant(at + 2 * MINUTE) : null,
      executedAt: fields.status === 'executed' ? formatInstant(at + 3 * MINUTE) : null,
      result: fields.status === 'executed' ? { accepted: true } : null,
      error: fields.status === 'failed' ? 'controller did not answer within 60 s' : null,
    },
  });
}

function drawCommand(
  { phrases: { commands: texts }, fill }: DemoContext,
  random: Random,
  day: CourseDay,
): CommandFields {
  const { targetC, maxC } = day.climate;
  const mode = random.pick(['suggest', 'approve', 'auto', 'manual', 'manual'] as const);
  const isHot = maxC > targetC + 2;
  switch (random.integer(0, 3)) {
    case 0:
      return {
        command: 'set_temp',
        params: { c: roundTo(targetC + random.normal(0, 0.3), 1) },
        mode,
        reason: [texts.targetForAge],
      };
    case 1:
      return isHot
        ? {
            command: 'start_cooling',
            params: {},
            mode,
            reason: [fill(texts.temperature, { celsius: roundTo(maxC, 1) })],
          }
        : { command: 'read_now', params: {}, mode };
    case 2:
      return {
        command: 'set_light',
        params: { pct: random.pick([20, 30, 40]), hours: random.pick([16, 18, 20]) },
        mode,
      };
    default:
      return {
        command: 'set_ventilation',
        params: { pct: random.integer(3, 12) * 5 },
        mode,
        reason: [texts.humidityRising],
      };
  }
}

function drawOutcome(random: Random): Pick<CommandFields, 'status'> {
  const draw = random.next();
  if (draw < 0.78) return { status: 'executed' };
  if (draw < 0.84) return { status: 'failed' };
  return { status: draw < 0.92 ? 'rejected' : 'expired' };
}

/** A suggestion awaiting approval and one that was just approved. */
function addWaitingCommands(
  context: DemoContext,
  flocks: readonly DemoFlock[],
  hardware: Hardware,
): void {
  const flock = flocks.find(
    (flock) => flock.barn.plan.situation === 'outbreak' && flock.status !== 'closed',
  );
  if (!flock) return;
  const texts = context.phrases.commands;
  const reason = [texts.mortalityRising, texts.ammoniaAbove];
  addCommand(context, {
    flock,
    hardware,
    at: context.now - 11 * MINUTE,
    fields: {
      command: 'set_min_ventilation',
      params: { pct: 35 },
      mode: 'suggest',
      status: 'pending',
      reason,
    },
  });
  addCommand(context, {
    flock,
    hardware,
    at: context.now - 6 * MINUTE,
    fields: { command: 'read_now', params: {}, mode: 'manual', status: 'approved' },
  });
}

function addAutomations(context: DemoContext, farm: DemoFarm): void {
  if (farm.plan.key === 'small') return;
  const random = context.random(`automations/${farm.plan.key}`);
  automationsOf(context.phrases.automations, farm).forEach((fields, index) => {
    const runs = fields.enabled === false ? random.integer(0, 3) : random.integer(4, 60);
    const lastRun = context.now - Math.floor(random.between(0.05, 3) * 86_400_000);
    context.add('automations', {
      farmId: farm.id,
      at: context.at(addDays(context.firstDay, 3 + index * 4), 11.3),
      updatedAt: lastRun,
      by: actorOf(farm.manager),
      fields: {
        ...fields,
        runs,
        lastRunAt: runs === 0 ? null : formatInstant(lastRun),
        lastResult: runs === 0 ? null : 'ok',
      },
    });
  });
}

function automationsOf(
  texts: Phrases['automations'],
  farm: DemoFarm,
): readonly DemoFields<'automations'>[] {
  return [
    {
      name: texts.cooling,
      deviceKind: 'cooler',
      mode: 'approve',
      trigger: { metric: 'temp', op: '>', value: 31, forMinutes: 20, ageFrom: 21 },
      action: { command: 'start_cooling', params: {} },
    },
    {
      name: texts.ventilation,
      deviceKind: 'nh3_sensor',
      mode: 'suggest',
      trigger: { metric: 'nh3', op: '>', value: 20, forMinutes: 30 },
      action: { command: 'set_min_ventilation', params: { pct: 30 } },
    },
    {
      name: texts.silentSensor,
      deviceKind: 'temp_sensor',
      mode: 'alert_only',
      trigger: { metric: 'temp', op: 'stale', forMinutes: 60 },
      action: { alert: { severity: 'warning', title: texts.silentSensorAlert } },
    },
    {
      barnId: farm.barns[0]?.id ?? null,
      name: texts.lowSilo,
      deviceKind: 'silo_sensor',
      mode: 'auto',
      trigger: { metric: 'feedKg', op: '<', value: 1, forMinutes: 180 },
      action: { task: { title: texts.orderFeed, priority: 'high' } },
    },
    {
      name: texts.dimLight,
      deviceKind: 'light',
      mode: 'auto',
      trigger: { metric: 'temp', op: '>', value: 0, forMinutes: 0 },
      action: { command: 'set_light', params: { pct: 20, hours: 18 } },
      enabled: false,
    },
  ];
}
