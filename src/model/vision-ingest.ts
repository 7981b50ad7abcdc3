import { FarmError, type Issue } from './errors.ts';
import { visionEvents } from './resources/vision-events.ts';
import { checkRow } from './row-rules.ts';
import { parseCreate, type ReadContext } from './validation.ts';

/** What a detection was read as: the stored values of the fields it carries, or why it is refused. */
export type VisionEventReading =
  | { readonly values: Readonly<Record<string, unknown>>; readonly issues?: undefined }
  | { readonly values?: undefined; readonly issues: readonly Issue[] };

/**
 * Reads one detection as far as that can be done without the service's clock and rows: the fields
 * of `vision-events`, the form of references, and a source or a deviceId. The paths of issues are
 * the names of the fields, `body` where it is no object; never throws. `context` holds the zone of
 * the farm, for times without an offset, and what is shared by the detections of one call.
 */
export function readVisionEvent(event: unknown, context: ReadContext): VisionEventReading {
  try {
    const values = parseCreate(visionEvents, event, context);
    const issues = [...originIssues(values), ...checkRow(visionEvents, values)];
    return issues.length === 0 ? { values } : { issues };
  } catch (error) {
    if (error instanceof FarmError && error.issues) return { issues: error.issues };
    throw error;
  }
}

function originIssues({ source, deviceId }: Readonly<Record<string, unknown>>): readonly Issue[] {
  if (source !== undefined || deviceId !== undefined) return [];
  return [{ path: 'source', code: 'required', message: 'source or deviceId is required.' }];
}
