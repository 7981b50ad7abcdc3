import type { StoredOf } from '../../model/resources/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import type { JudgedWeighing } from '../core/plausibility.ts';

/** One farm of a portfolio: what the database added up, from which its figures are computed. */
export interface PortfolioFarm {
  readonly farm: StoredOf<'farms'>;
  /** The farm's calendar. */
  readonly zone: string;
  readonly today: CalendarDay;
  readonly barns: number;
  /** Of the barns that have one, in birds; null when none has. */
  readonly capacity: number | null;
  /** Barns with both an area and a capacity. */
  readonly barnsMeasured: number;
  readonly contacts: number;
  /** Active and selling, the oldest placement first. */
  readonly liveFlocks: readonly PortfolioFlock[];
  /** Open, acknowledged and in progress. */
  readonly openAlerts: {
    readonly critical: number;
    readonly warning: number;
    readonly info: number;
  };
  /** What of these the critical ones are about; without those about the farm as a whole. */
  readonly criticalAlerts: readonly Pick<StoredOf<'alerts'>, 'flockId' | 'barnId' | 'source'>[];
  /** Not done or cancelled and due before today. */
  readonly overdueTasks: number;
  readonly unansweredQuestions: number;
  /** Of the last 30 days, today included, in the farm's currency; 0 where nothing is recorded. */
  readonly money30d: PortfolioMoney;
  /** The flock closed last; null when none ever was. */
  readonly lastFlock: LastFlock | null;
  /** When somebody last recorded something; null when nobody ever did. */
  readonly lastActivityAt: string | null;
}

/** An active or selling flock of a portfolio. */
export interface PortfolioFlock {
  readonly id: string;
  readonly barnId: string;
  readonly barnType: string | null;
  readonly status: 'active' | 'selling';
  readonly breed: string | null;
  readonly placementDate: CalendarDay;
  readonly arrivalAgeDays: number;
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
  /** Up to today. */
  readonly mortality: number;
  readonly culls: number;
  /** How many days up to today have a log. */
  readonly loggedDays: number;
  /** Delivered, condemned ones included. */
  readonly sold: number;
  /** The last weighings up to today, the oldest first: as many as are needed to judge the last. */
  readonly weighings: readonly JudgedWeighing[];
  /** The newest fused weight of the last 48 hours, g, with when it was computed. */
  readonly smartWeightG: number | null;
  readonly smartWeightAt: string | null;
  readonly smartWeightUncalibrated: boolean | null;
  /** Today and the fourteen days before that have a log, the oldest first. */
  readonly recentDays: readonly PortfolioDay[];
  /** The sales of today and the fourteen days before, the oldest first. */
  readonly recentSales: readonly PortfolioSale[];
  /** Whether its chicks, and any of its feed, have a price. */
  readonly hasChickCost: boolean;
  readonly hasFeedCost: boolean;
  /** Whether it or its barn was photographed in the last seven days. */
  readonly hasPhoto7d: boolean;
  /** Of the last 24 hours, in how many its barn was measured, 0 to 24. */
  readonly climateHours24: number;
}

/** What the deciding log of a day says; null is not recorded. */
export interface PortfolioDay {
  readonly day: CalendarDay;
  readonly mortality: number | null;
  readonly culls: number | null;
  readonly waterL: number | null;
  readonly tempAvg: number | null;
  readonly feedKg: number | null;
  readonly avgWeightGr: number | null;
}

/** Birds that left on a day. */
export interface PortfolioSale {
  readonly day: CalendarDay;
  readonly birds: number | null;
  readonly kg: number | null;
}

/** The flock closed last on a farm, with what tells how it did, the oldest first. */
export interface LastFlock {
  readonly flock: {
    readonly id: string;
    readonly barnId: string;
    readonly breed: string | null;
    readonly status: 'closed';
    readonly placementDate: CalendarDay;
    readonly arrivalAgeDays: number;
    readonly chicksOrdered: number | null;
    readonly chicksReceived: number | null;
    readonly closedAt: string | null;
  };
  readonly barnType: string | null;
  readonly logs: readonly {
    readonly date: CalendarDay;
    readonly mortality: number | null;
    readonly culls: number | null;
    readonly feedKg: number | null;
    readonly avgWeightGr: number | null;
  }[];
  readonly sales: readonly {
    readonly date: CalendarDay;
    readonly birdsCount: number | null;
    readonly totalWeightKg: number | null;
  }[];
}

/** Money of a farm, each amount counted once. */
export interface PortfolioMoney {
  /** Sales: the amount, else the weight at the price per kg. */
  readonly revenue: number;
  /** Feed deliveries: the cost, else the quantity at the price per ton. */
  readonly feed: number;
  /** Chicks of the flocks placed: the order, else those received at their price. */
  readonly chicks: number;
  readonly treatments: number;
  /**
   * Other expenses, all categories; an expense for feed, chicks, medicine or vaccination of a flock
   * is left out where the deliveries, the order or the treatments of that flock hold a cost.
   */
  readonly expenses: number;
}
