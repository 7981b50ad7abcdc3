import type { WorkName } from '../results/targets.ts';
import type { Work } from '../work.ts';
import { measureAgain } from './again.ts';
import { measureCli } from './cli.ts';
import { measureConsole } from './console.ts';
import { measureCreate } from './create.ts';
import { measureDeliveries } from './deliveries.ts';
import { measureFleet } from './fleet.ts';
import { measureGrowth } from './growth.ts';
import { measureImport } from './import.ts';
import { measureIngest } from './ingest.ts';
import { measureIntelligence } from './intelligence.ts';
import { measureList } from './list.ts';
import { measureMock } from './mock.ts';
import { measureNotices } from './notices.ts';
import { measurePaging } from './paging.ts';
import { measurePortfolio } from './portfolio.ts';
import { measureRecord } from './record.ts';
import { measureRequests } from './requests.ts';

/** The implementation of each work. */
export const works: Readonly<Record<WorkName, Work>> = {
  list: measureList,
  again: measureAgain,
  record: measureRecord,
  create: measureCreate,
  requests: measureRequests,
  ingest: measureIngest,
  import: measureImport,
  deliveries: measureDeliveries,
  notices: measureNotices,
  intelligence: measureIntelligence,
  portfolio: measurePortfolio,
  fleet: measureFleet,
  growth: measureGrowth,
  paging: measurePaging,
  mock: measureMock,
  cli: measureCli,
  console: measureConsole,
};
