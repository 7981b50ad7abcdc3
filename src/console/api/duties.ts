import { queryOptions } from '@tanstack/react-query';
import { callRoute } from './answers.ts';
import { calm } from './queries.ts';

/** The duty plan of a farm, and whom its critical alerts reach. */
export const dutyQuery = (farmId: string) =>
  queryOptions({
    queryKey: ['duties', farmId],
    queryFn: ({ signal }) => callRoute('GET /os/duties/{id}', { params: { id: farmId }, signal }),
    ...calm,
  });
