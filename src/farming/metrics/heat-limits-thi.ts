import type { Thresholds } from '../../model/thresholds.ts';
import { targetTemperatureC } from '../standards/target-temperature-c.ts';
import type { BirdKind } from './bird-kind.ts';
import { temperatureHumidityIndex } from './temperature-humidity-index.ts';

/** The indices from which on heat is mild, a warning, critical and an emergency. */
export interface HeatLimits {
  readonly mild: number;
  readonly warning: number;
  readonly critical: number;
  readonly emergency: number;
}

type HeatThresholds = Pick<
  Thresholds,
  | 'heatMildThi'
  | 'heatWarningThi'
  | 'heatCriticalThi'
  | 'heatEmergencyThi'
  | 'chickHeatWarningThi'
  | 'chickHeatCriticalThi'
>;

const GROWN_FROM_DAY = 28;
const CHICK_HUMIDITY_PCT = 60;

/**
 * The temperature-humidity indices at which heat begins to harm birds of an age. Grown birds have
 * fixed ones; those of chicks lie above the index of their target temperature at 60 % humidity, and
 * know no mild heat and no emergency of their own.
 * Source: performance falls above 21 in Purswell 2012; the steps are defaults of the service.
 */
export function heatLimitsThi(
  kind: BirdKind,
  ageDays: number,
  thresholds: HeatThresholds,
): HeatLimits {
  if (ageDays >= GROWN_FROM_DAY) {
    return {
      mild: thresholds.heatMildThi,
      warning: thresholds.heatWarningThi,
      critical: thresholds.heatCriticalThi,
      emergency: thresholds.heatEmergencyThi,
    };
  }
  const target = targetTemperatureC(kind, ageDays);
  const targetThi = temperatureHumidityIndex(target, CHICK_HUMIDITY_PCT) ?? target;
  const warning = targetThi + thresholds.chickHeatWarningThi;
  const critical = targetThi + thresholds.chickHeatCriticalThi;
  return { mild: warning, warning, critical, emergency: Number.POSITIVE_INFINITY };
}
