import { queryOptions } from '@tanstack/react-query';
import { type AnswerOf, callRoute } from './answers.ts';
import { openCall } from './http.ts';
import { calm } from './queries.ts';

/** The duty plan of a farm, and whom its critical alerts reach. */
export type FarmDuty = AnswerOf<'GET /os/duties/{id}'>;

/** The duty plan of a farm, and whom its critical alerts reach. */
export const dutyQuery = (farmId: string) =>
  queryOptions({
    queryKey: ['duties', farmId],
    queryFn: ({ signal }) => callRoute('GET /os/duties/{id}', { params: { id: farmId }, signal }),
    ...calm,
  });

/** A duty plan to be edited, with what tells whether somebody has changed it since. */
export interface ReadDuty {
  readonly duty: FarmDuty;
  readonly etag: string;
}

/** Reads a duty plan to be edited. */
export async function readDuty(farmId: string): Promise<ReadDuty> {
  const response = await openCall({ path: `/os/duties/${encodeURIComponent(farmId)}` });
  return { duty: await response.json(), etag: response.headers.get('etag') ?? '*' };
}
