import sql from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../database.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import type { FarmMoment } from './farm-moment.ts';

/** How a camera weighs against the scales, as it is kept. */
export interface CameraCalibrationRow {
  readonly camera: string;
  readonly deviceId: string | null;
  readonly source: string | null;
  readonly factor: number;
  readonly pairs: number;
  readonly updatedAt: string;
}

const CALIBRATION: readonly ObjectColumn[] = [
  ['camera', 'calibration.camera', 'text'],
  ['deviceId', 'calibration.device_id', 'text'],
  ['source', 'calibration.source', 'text'],
  ['factor', 'calibration.factor', 'number'],
  ['pairs', 'calibration.pairs', 'integer'],
  ['updatedAt', 'calibration.updated_at', 'timestamp'],
];

/** The calibrations of the cameras of a farm, by camera. */
export function listCameraCalibrations(
  connection: Connection,
  { scope, farmId }: FarmMoment,
): Promise<CameraCalibrationRow[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, CALIBRATION)}
      from farms farm cross join camera_calibrations calibration
      where farm.id = ${farmId} and ${scopePredicate(farms, scope, 'farm')}
        and calibration.farm_id = farm.id
      order by calibration.camera`,
  );
}
