import { addDays, formatInstant } from '../../tools/calendar.ts';
import type { DemoContext, DemoFields, Phrases } from './demo-context.ts';
import type { DemoBarn, DemoFarm } from './demo-farm.ts';
import { actorOf } from './farms.ts';

/** A camera that counts, weighs and watches. */
export interface DemoCamera {
  readonly id: string;
  readonly sourceKey: string;
  readonly barn: DemoBarn;
  readonly farm: DemoFarm;
  readonly integrationId: string;
}

/** The hardware data that later topics need. */
export interface Hardware {
  readonly cameras: readonly DemoCamera[];
  /** The climate controller of a barn. */
  controllerOf(barnId: string): string | undefined;
  /** The ID of a farm's integration by kind. */
  integrationOf(farmId: string, kind: string): string | undefined;
}

const MINUTE = 60_000;

/** Generates integrations and devices; most work, one integration fails, one fan is broken. */
export function addHardware(context: DemoContext, farms: readonly DemoFarm[]): Hardware {
  const integrations = addIntegrations(context, farms);
  const integrationOf = (farmId: string, kind: string) => integrations.get(`${farmId}/${kind}`);
  for (const farm of farms) {
    for (const fields of siteDevices(context, farm)) addDevice(context, farm, fields);
  }
  const devices = farms.flatMap((farm) => addBarnDevices(context, farm));
  const controllers = devices.filter(({ fields }) => fields.kind === 'controller');
  const controllerIds = new Map(controllers.map(({ barn, id }) => [barn.id, id]));
  const cameras = devices.flatMap(({ id, farm, barn, fields: { sourceKey } }) => {
    const integrationId = integrationOf(farm.id, 'camera');
    return sourceKey && integrationId ? [{ id, sourceKey, barn, farm, integrationId }] : [];
  });
  return { cameras, controllerOf: (barnId) => controllerIds.get(barnId), integrationOf };
}

function addBarnDevices(context: DemoContext, farm: DemoFarm) {
  return farm.barns.flatMap((barn) =>
    barnDevices(context, farm, barn).map((fields) => {
      const id = addDevice(context, farm, fields);
      return { id, farm, barn, fields };
    }),
  );
}

function addIntegrations(
  context: DemoContext,
  farms: readonly DemoFarm[],
): ReadonlyMap<string, string> {
  return new Map(
    farms.flatMap((farm) =>
      integrationPlans(context, farm).map((fields) => {
        const id = context.add('integrations', {
          farmId: farm.id,
          at: context.at(addDays(context.firstDay, -28), 13.4),
          updatedAt: context.now - 4 * MINUTE,
          by: actorOf(farm.owner),
          fields,
        });
        return [`${farm.id}/${fields.kind}`, id] as const;
      }),
    ),
  );
}

function addDevice(context: DemoContext, farm: DemoFarm, fields: DemoFields<'devices'>): string {
  return context.add('devices', {
    farmId: farm.id,
    at: context.at(fields.installedAt ?? context.firstDay, 14.2),
    updatedAt: context.now - 6 * MINUTE,
    by: actorOf(farm.manager),
    fields,
  });
}

type DeviceFields = DemoFields<'devices'>;

/** Barns with a registered camera; the camera of barn 4 is unregistered. */
const CAMERA_BARNS: readonly string[] = ['b1', 'b2', 'b3', 'l1'];
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The devices that serve a whole farm. */
function siteDevices(context: DemoContext, farm: DemoFarm): readonly DeviceFields[] {
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

/** The devices of a barn; a fan of barn 3 is broken, a silo sensor of the hens does not report. */
function barnDevices(
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

/** Returns a function that names devices after their barn. */
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

type IntegrationFields = DemoFields<'integrations'>;

/** The integrations of a farm and their current state; the small farm has none yet. */
function integrationPlans(context: DemoContext, farm: DemoFarm): readonly IntegrationFields[] {
  const texts = context.phrases.integrations;
  const seenAt = (agoMillis: number) => formatInstant(context.now - agoMillis);
  const works = { status: 'active', lastSuccessAt: seenAt(4 * MINUTE) } as const;
  const camera: IntegrationFields = {
    name: texts.camera,
    kind: 'camera',
    vendor: 'CoopVision',
    pollMinutes: 60,
    ...works,
  };
  const controller: IntegrationFields = {
    name: texts.controller,
    kind: 'controller',
    vendor: 'Rotem',
    endpoint: `https://controllers.${farm.plan.key}.example/api`,
    authRef: `env:${farm.plan.key.toUpperCase()}_CONTROLLER_KEY`,
    pollMinutes: 15,
    ...works,
  };
  const weather: IntegrationFields = {
    name: texts.weather,
    kind: 'weather',
    vendor: 'WeatherPoint',
    endpoint: 'https://weather.example/v2',
    authRef: 'env:WEATHER_KEY',
    pollMinutes: 180,
    ...works,
  };
  if (farm.plan.key === 'small') return [];
  if (farm.plan.key === 'layers') {
    return [
      camera,
      controller,
      {
        ...weather,
        status: 'failing',
        lastSuccessAt: seenAt(31 * HOUR),
        lastError: '401 Unauthorized: the key has expired',
        lastErrorAt: seenAt(22 * MINUTE),
        consecutiveFailures: 11,
      },
    ];
  }
  return [
    camera,
    controller,
    weather,
    {
      name: texts.accounting,
      kind: 'accounting',
      vendor: 'Hashavshevet',
      authRef: 'env:ACCOUNTING_KEY',
      pollMinutes: 1440,
      status: 'active',
      lastSuccessAt: seenAt(9 * HOUR),
    },
    {
      name: texts.messaging,
      kind: 'messaging',
      vendor: 'WhatsApp Business',
      authRef: 'env:MESSAGING_KEY',
      pollMinutes: 5,
      ...works,
    },
    {
      name: texts.slaughterhouse,
      kind: 'slaughterhouse',
      vendor: 'Galil Processing',
      pollMinutes: 720,
      status: 'paused',
      lastSuccessAt: seenAt(6 * DAY),
      notes: texts.pausedNote,
    },
  ];
}
