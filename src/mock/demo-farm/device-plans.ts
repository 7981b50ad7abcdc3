import { addDays, formatInstant } from '../../tools/calendar.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFields } from './demo-data.ts';
import type { DemoBarn, DemoFarm } from './demo-farm.ts';
import type { Phrases } from './phrases.ts';

type DeviceFields = DemoFields<'devices'>;

/** Barns whose camera is registered; barn 4 has one that nobody has adopted. */
const CAMERA_BARNS: readonly string[] = ['b1', 'b2', 'b3', 'l1'];
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The devices that serve a whole farm. */
export function siteDevices(context: DemoContext, farm: DemoFarm): readonly DeviceFields[] {
  if (farm.plan.key === 'small') return [];
  const { devices } = context.phrases;
  const installedAt = addDays(context.firstDay, -90);
  const lastSeenAt = formatInstant(context.now - 12 * MINUTE);
  return [
    {
      kind: 'weather_station',
      name: devices.weatherStation,
      vendor: 'Davis',
      model: 'Vantage Vue',
      status: 'online',
      protocol: 'http',
      installedAt,
      lastSeenAt,
      capabilities: ['temp', 'humidity'],
    },
    {
      kind: 'generator',
      name: devices.generator,
      vendor: 'FG Wilson',
      model: 'P110',
      status: 'online',
      protocol: 'modbus',
      installedAt,
      lastSeenAt,
    },
    {
      kind: 'gateway',
      name: devices.gateway,
      vendor: 'Milesight',
      model: 'UG65',
      status: 'online',
      protocol: 'lorawan',
      installedAt,
      lastSeenAt,
    },
  ];
}

/** The devices of a barn; a fan of barn 3 is broken, a silo sensor of the hens is silent. */
export function barnDevices(
  context: DemoContext,
  farm: DemoFarm,
  barn: DemoBarn,
): readonly DeviceFields[] {
  const online = {
    barnId: barn.id,
    status: 'online',
    installedAt: addDays(context.firstDay, -60),
    lastSeenAt: formatInstant(context.now - 7 * MINUTE),
  } as const;
  const { key } = barn.plan;
  const isSmall = farm.plan.key === 'small';
  return [
    ...climateDevices(context, barn, isSmall),
    ...(isSmall ? [] : supplyDevices(context, barn)),
    ...(key === 'b1' ? [birdScale(context, barn)] : []),
    ...(farm.plan.kind === 'layer' ? [eggCounter(context, barn)] : []),
    ...(CAMERA_BARNS.includes(key) ? [camera(context, barn)] : []),
  ].map((fields) => ({ ...online, ...fields }));
}

/** Names devices after their barn. */
function namer({ phrases, fill }: DemoContext, barn: DemoBarn) {
  return (device: keyof Phrases['devices']) => fill(phrases.devices[device], { barn: barn.name });
}

// biome-ignore format: a device a line.
function climateDevices(context: DemoContext, barn: DemoBarn, isSmall: boolean): readonly DeviceFields[] {
  const { controller } = barn.plan;
  const nameOf = namer(context, barn);
  const [vendor = 'Rotem', ...model] = controller.split(' ');
  const protocol = 'modbus';
  const basic: DeviceFields[] = [
    { kind: 'controller', name: nameOf('controller'), vendor, model: model.join(' '), protocol },
    { kind: 'temp_sensor', name: nameOf('temperature'), vendor, protocol, capabilities: ['temp', 'humidity'] },
  ];
  if (isSmall) return basic;
  return [
    ...basic,
    { kind: 'co2_sensor', name: nameOf('co2'), vendor: 'Vaisala', model: 'GMP252', protocol, capabilities: ['co2'] },
    { kind: 'nh3_sensor', name: nameOf('nh3'), vendor: 'Dräger', model: 'Polytron', protocol, capabilities: ['nh3'] },
  ];
}

// biome-ignore format: a device a line.
function supplyDevices(context: DemoContext, barn: DemoBarn): readonly DeviceFields[] {
  const { key } = barn.plan;
  const nameOf = namer(context, barn);
  return [
    { kind: 'water_meter', name: nameOf('waterMeter'), vendor: 'Arad', protocol: 'lorawan', capabilities: ['water'] },
    { kind: 'fan', name: nameOf('fans'), vendor: 'Munters', model: 'EM50', ...brokenFan(context, key) },
    { kind: 'silo_sensor', name: nameOf('silo'), vendor: 'BinMaster', protocol: 'lorawan', capabilities: ['feed'], ...silentSilo(context, key) },
  ];
}

function birdScale(context: DemoContext, barn: DemoBarn): DeviceFields {
  return {
    kind: 'scale',
    name: namer(context, barn)('scale'),
    vendor: 'Veit',
    model: 'BAT2',
    protocol: 'serial',
    capabilities: ['weight'],
  };
}

function eggCounter(context: DemoContext, barn: DemoBarn): DeviceFields {
  return {
    kind: 'egg_counter',
    name: namer(context, barn)('eggCounter'),
    vendor: 'Rotem',
    protocol: 'modbus',
  };
}

function camera(context: DemoContext, barn: DemoBarn): DeviceFields {
  const { key, number } = barn.plan;
  return {
    kind: 'camera',
    name: namer(context, barn)('camera'),
    vendor: 'CoopVision',
    model: 'CV-4',
    protocol: 'rtsp',
    streamUrl: `rtsp://10.20.${number}.40:554/stream1`,
    capabilities: ['count', 'weight', 'mortality', 'behavior'],
    sourceKey: `cam-${key}`,
  };
}

function brokenFan(context: DemoContext, barnKey: string): Partial<DeviceFields> {
  if (barnKey !== 'b3') return {};
  return {
    status: 'fault',
    lastError: 'E17 motor overload',
    lastSeenAt: formatInstant(context.now - 3 * HOUR),
  };
}

function silentSilo(context: DemoContext, barnKey: string): Partial<DeviceFields> {
  if (barnKey !== 'l2') return {};
  return {
    status: 'offline',
    lastError: 'battery low',
    lastSeenAt: formatInstant(context.now - 2 * DAY),
  };
}
