import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callRoute } from './answers.ts';
import { openCall } from './http.ts';
import { periodicRefresh } from './queries.ts';

/** The duty plan of a farm, and the recipients of its critical alerts. */
export type FarmDuty = AnswerOf<'GET /os/duties/{id}'>;

/** The duty plan of a farm, and the recipients of its critical alerts. */
export const dutyQuery = (farmId: string) =>
  queryOptions({
    queryKey: ['duties', farmId],
    queryFn: ({ signal }) => callRoute('GET /os/duties/{id}', { params: { id: farmId }, signal }),
    ...periodicRefresh,
  });

/** A duty plan to edit, with the ETag that detects concurrent changes. */
export interface ReadDuty {
  readonly duty: FarmDuty;
  readonly etag: string;
}

/** Reads a duty plan to edit. */
export async function readDuty(farmId: string): Promise<ReadDuty> {
  const response = await openCall({ path: `/os/duties/${encodeURIComponent(farmId)}` });
  return { duty: await response.json(), etag: response.headers.get('etag') ?? '*' };
}
