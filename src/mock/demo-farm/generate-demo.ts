import { addAlerts } from './alerts.ts';
import { addAssistant, addMilestones } from './assistant.ts';
import { addControl } from './control.ts';
import { addDailyLogs, readEnvironment } from './daily-records.ts';
import { addDailyWork } from './daily-work.ts';
import {
  createDemoContext,
  type DemoDraft,
  type DemoOptions,
  demoOrganisation,
} from './demo-context.ts';
import { addFarmAccess, addFarms, addPeople } from './farms.ts';
import { addFeed } from './feed.ts';
import { addFieldReports } from './field-reports.ts';
import { addFlocks } from './flocks.ts';
import { addHardware } from './hardware.ts';
import { addMarket } from './market.ts';
import { addMedia } from './media.ts';
import { addExpenses, addSales, createPrices } from './money.ts';
import { addVisionEvents } from './monitoring.ts';
import { addOffice } from './office.ts';
import { addMedicine, addTreatments } from './treatments.ts';

/**
 * Generates an organisation with three farms and their recent history in all resources: flocks that
 * were grown and sold, hens in lay, and current problems. Readings, by far the largest table, are
 * generated during iteration and not held in memory. Pure: the same options produce the same rows
 * in the same order.
 */
export function draftDemo(options: DemoOptions): DemoDraft {
  const context = createDemoContext(options);
  const people = addPeople(context);
  const farms = addFarms(context, people);
  addFarmAccess(context, people, farms);
  const flocks = addFlocks(context, farms);
  const [oldest = context.firstDay] = flocks.map((flock) => flock.placementDay).sort();
  const prices = createPrices(context.random('prices'), oldest, context.today);
  addMilestones(context, flocks);
  addDailyLogs(context, flocks);
  addSales(context, flocks, prices);
  addFeed(context, flocks, prices);
  addTreatments(context, flocks);
  addMedicine(context, farms);
  addExpenses(context, farms, flocks);
  const hardware = addHardware(context, farms);
  addVisionEvents(context, flocks, hardware);
  addControl(context, farms, flocks, hardware);
  addAlerts(context, farms, flocks);
  addDailyWork(context, farms, flocks, people);
  addFieldReports(context, farms, flocks);
  addMedia(context, farms, flocks, hardware);
  addMarket(context, farms);
  addAssistant(context, farms, flocks);
  addOffice(context, farms, people);
  return {
    organisation: demoOrganisation(options),
    rows: context.rows(),
    readings: readEnvironment(context, flocks, hardware),
  };
}
