import { addDays } from '../../tools/calendar.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFields } from './demo-data.ts';
import type { DemoBarn, DemoFarm } from './demo-farm.ts';
import { barnDevices, siteDevices } from './device-plans.ts';
import { integrationPlans } from './integration-plans.ts';
import { actorOf } from './people.ts';

/** A camera that counts, weighs and watches. */
export interface DemoCamera {
  readonly id: string;
  readonly sourceKey: string;
  readonly barn: DemoBarn;
  readonly farm: DemoFarm;
  readonly integrationId: string;
}

/** What later topics need of the hardware. */
export interface Hardware {
  readonly cameras: readonly DemoCamera[];
  /** The climate controller of a barn. */
  controllerOf(barnId: string): string | undefined;
  /** The integration of a farm by its kind. */
  integrationOf(farmId: string, kind: string): string | undefined;
}

const MINUTE = 60_000;

/** Writes the integrations and devices; most work, one integration fails, one fan is broken. */
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

/** Ids of the integrations by farm and kind. */
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
