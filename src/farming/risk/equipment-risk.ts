import { message } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import type { Fix } from '../insights/section.ts';
import type { RiskContext } from './risk-context.ts';
import { noRisk, type RiskFinding } from './risk-finding.ts';

type Device = StoredOf<'devices'>;

const BROKEN: readonly (string | null)[] = ['offline', 'fault'];
const OUT_OF_USE: readonly (string | null)[] = ['retired', 'maintenance'];
const SWITCHED_OFF: readonly (string | null)[] = ['paused', 'disabled'];

/** Equipment: the share of devices and connections in use that do not work. */
export function equipmentRisk({ snapshot, gaps }: RiskContext): RiskFinding {
  const devices = snapshot.devices.filter(({ status }) => !OUT_OF_USE.includes(status));
  const broken = devices.filter(({ status }) => BROKEN.includes(status));
  const connected = snapshot.integrations.filter(({ status }) => !SWITCHED_OFF.includes(status));
  const failing = gaps.filter(({ kind }) => kind === 'integration_failing');
  const total = devices.length + connected.length;
  const bad = broken.length + failing.length;
  if (bad === 0) return noRisk('equipment');
  return {
    p: bad / total,
    explanation: message('risk.equipment.broken', { bad, total }),
    fix: failing[0]?.fix ?? repairFix(broken),
  };
}

function repairFix([device]: readonly Device[]): Fix | null {
  if (!device) return null;
  return { method: 'PATCH', path: `/devices/${device.id}`, body: { status: 'maintenance' } };
}
