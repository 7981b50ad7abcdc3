/** A figure used by simulated flocks, and its source. */
interface Variation {
  readonly value: number;
  readonly unit: string;
  readonly meaning: string;
  /** `published` where the source gives the figure; `assumed` where it gives the shape only. */
  readonly basis: 'published' | 'assumed';
  readonly source: string;
}

/** How flocks, days and sensors differ; planted disorders are added. */
export const variation = {
  waterPerFeed: {
    value: 1.77,
    unit: 'L/kg',
    meaning: 'water by feed at the target temperature, mean over flocks',
    basis: 'published',
    source: 'Pesti, Amato and Minear 1985, Poultry Science 64:803, 24 commercial flocks',
  },
  waterPerFeedFlockSd: {
    value: 0.1,
    unit: 'L/kg',
    meaning: 'the same, between flocks: 1.57 to 1.97 in 95 of 100',
    basis: 'assumed',
    source: 'Ross Broiler Management Handbook 2018: 1.6 to 1.8 by drinker; Cobb guide: 1.6 to 2.0',
  },
  waterPerDegree: {
    value: 7,
    unit: '%',
    meaning: 'more water for each degree above the target',
    basis: 'published',
    source: 'Fairchild and Ritz 2012, University of Georgia, Poultry drinking water primer',
  },
  waterDayCv: {
    value: 4,
    unit: '%',
    meaning: 'water of single days around the course of the flock',
    basis: 'assumed',
    source: 'Pesti et al. 1985: linear in age with R² above 0.99; Tabler: dips of a day are usual',
  },
  feedDayCv: {
    value: 4,
    unit: '%',
    meaning: 'logged feed of single days around the course of the flock',
    basis: 'assumed',
    source: 'auger time and bin scales; no published figure found',
  },
  feedFlockSd: {
    value: 4,
    unit: '%',
    meaning: 'feed by the standard, between flocks',
    basis: 'assumed',
    source: 'Ross 308 Performance Objectives 2022 as the mean',
  },
  weightFlockSd: {
    value: 2.5,
    unit: '%',
    meaning: 'weight by the standard, between healthy flocks; none lies beyond 4 %',
    basis: 'assumed',
    source: 'Ross 308 Performance Objectives 2022 as the mean',
  },
  weightBirdCv: {
    value: 10,
    unit: '%',
    meaning: 'weight of birds in a flock; 100 of them are weighed once a week',
    basis: 'published',
    source: 'Ross Broiler Management Handbook 2018: CV of 8 to 12 %, 100 birds a weighing',
  },
  mortality42: {
    value: 3.52,
    unit: '%',
    meaning: 'birds dead up to day 42, mean over flocks, by the curve of the service',
    basis: 'published',
    source: '107 German Ross 308 flocks, Frontiers 2022.957786; shape: Tabler et al., 38 flocks',
  },
  mortalityFlockSigma: {
    value: 0.35,
    unit: 'log',
    meaning: 'mortality between flocks, lognormal',
    basis: 'assumed',
    source:
      'Yerpes et al. 2020, Animals 10:310, 2,267 flocks: differs by farm, house and breeder age',
  },
  healthyMortality42: {
    value: 6,
    unit: '%',
    meaning: 'a flock that loses more up to day 42 is not healthy, and not drawn',
    basis: 'assumed',
    source: 'Directive 2007/43/EC allows 1 % and 0.06 % a day, 3.5 %, at the higher densities',
  },
  mortalityDayCv: {
    value: 25,
    unit: '%',
    meaning: 'mortality of single days beyond chance (gamma), on top of Poisson counts',
    basis: 'assumed',
    source: 'Gonzales and Elbers 2018, Scientific Reports 8:8533: counts are overdispersed',
  },
  hotSpellC: {
    value: 1.8,
    unit: '°C',
    meaning: 'above the target for four days in the life of a flock, within the allowed 2 °C',
    basis: 'assumed',
    source: 'no published figure found',
  },
  tempSd: {
    value: 0.5,
    unit: '°C',
    meaning: 'temperature around its target, with a memory of hours',
    basis: 'published',
    source: 'dead band of ±0.5 °C of a common controller',
  },
  tempDaily: {
    value: 0.6,
    unit: '°C',
    meaning: 'swing of the temperature between night and day, half of it',
    basis: 'assumed',
    source: 'no published figure found',
  },
  humiditySd: {
    value: 4,
    unit: '%',
    meaning: 'humidity around 60 %, with a memory of hours',
    basis: 'assumed',
    source: 'Ross Broiler Management Handbook 2018: 50 to 70 % is the aim',
  },
  co2Sd: {
    value: 250,
    unit: 'ppm',
    meaning: 'CO₂ around 2,000 ppm, with a memory of hours',
    basis: 'assumed',
    source: 'Directive 2007/43/EC: below 3,000 ppm',
  },
  nh3Sd: {
    value: 1.5,
    unit: 'ppm',
    meaning: 'NH₃ around 4 ppm at placement to 12 ppm on day 42, with a memory of hours',
    basis: 'assumed',
    source: 'Directive 2007/43/EC: below 20 ppm',
  },
} as const satisfies Readonly<Record<string, Variation>>;
