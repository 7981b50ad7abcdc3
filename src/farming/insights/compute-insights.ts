import { type InsightSection, insightSections } from '../../model/core/insight-sections.ts';
import { type Message, message } from '../../model/core/message.ts';
import { runSteps, type Steps } from '../../tools/concurrency.ts';
import type { FarmSnapshot, SnapshotPart } from '../core/farm-snapshot.ts';
import type { OtherSections, SectionDefinition, SectionFrame } from '../core/section.ts';
import { actionPlanSection } from './action-plan-section.ts';
import { barnComparisonSection } from './barn-comparison-section.ts';
import { benchmarkSection } from './benchmark-section.ts';
import { cashflowSection } from './cashflow-section.ts';
import { feedSection } from './feed-section.ts';
import { healthSection } from './health-section.ts';
import { laborSection } from './labor-section.ts';
import { leaksSection } from './leaks-section.ts';
import { marketSection } from './market-section.ts';
import { placementsSection } from './placements-section.ts';
import { profitSection } from './profit-section.ts';
import { riskSection } from './risk-section.ts';
import { suppliersSection } from './suppliers-section.ts';
import { weatherSection } from './weather-section.ts';
import { weightsSection } from './weights-section.ts';

/** The 15 sections of `/insights`. */
export const sectionDefinitions = {
  actionPlan: actionPlanSection,
  health: healthSection,
  profit: profitSection,
  leaks: leaksSection,
  benchmark: benchmarkSection,
  labor: laborSection,
  market: marketSection,
  feed: feedSection,
  cashflow: cashflowSection,
  barnComparison: barnComparisonSection,
  placements: placementsSection,
  suppliers: suppliersSection,
  weather: weatherSection,
  weights: weightsSection,
  risk: riskSection,
} satisfies SectionDefinitions;

/** Computes sections and returns those that did not fail, and the errors of the others. */
export function* otherSteps(
  snapshot: FarmSnapshot,
  sections: readonly InsightSection[],
): Steps<{ readonly others: OtherSections; readonly failures: Insights['failures'] }> {
  const computed = yield* insightSteps(snapshot, sections, sectionDefinitions);
  const failed = computed.failures.map(({ section }) => section);
  const completedSections = Object.entries(computed.sections).filter(
    ([section]) => !(failed as readonly string[]).includes(section),
  );
  return { others: Object.fromEntries(completedSections), failures: computed.failures };
}

export type SectionDefinitions = Readonly<Record<InsightSection, SectionDefinition>>;

export interface FailedSection {
  readonly error: { readonly message: Message };
}

/** The requested sections, and the errors of those that failed. */
export interface Insights {
  readonly sections: { readonly [S in InsightSection]?: SectionFrame | FailedSection };
  readonly failures: readonly { readonly section: InsightSection; readonly error: unknown }[];
}

/** Snapshot parts that sections read, including those of the sections they use. */
export function partsOf(
  include: readonly InsightSection[],
  definitions: SectionDefinitions,
): SnapshotPart[] {
  return [...new Set(withUsed(include, definitions).flatMap((name) => definitions[name].parts))];
}

/** Computes sections synchronously. */
export function computeInsights(
  snapshot: FarmSnapshot,
  include: readonly InsightSection[],
  definitions: SectionDefinitions,
): Insights {
  return runSteps(insightSteps(snapshot, include, definitions));
}

/**
 * Computes sections, each once, separately and as one step: a section that throws is reported with
 * its error, and the sections that use it are computed without it.
 */
export function* insightSteps(
  snapshot: FarmSnapshot,
  include: readonly InsightSection[],
  definitions: SectionDefinitions,
): Steps<Insights> {
  const computed: { [S in InsightSection]?: SectionFrame } = {};
  const failures: Insights['failures'][number][] = [];
  for (const section of withUsed(include, definitions)) {
    try {
      const { compute, uses } = definitions[section];
      computed[section] = compute(snapshot, pick(computed, uses));
    } catch (error) {
      failures.push({ section, error });
    }
    yield;
  }
  const sections = include.map((section) => [section, computed[section] ?? failed(section)]);
  return {
    sections: Object.fromEntries(sections),
    failures: failures.filter(({ section }) => include.includes(section)),
  };
}

/** The sections and everything they use, dependencies first. */
function withUsed(
  include: readonly InsightSection[],
  definitions: SectionDefinitions,
): InsightSection[] {
  const ordered = new Set<InsightSection>();
  const visit = (name: InsightSection, path: readonly InsightSection[]) => {
    if (ordered.has(name)) return;
    if (path.includes(name)) throw new Error(`sections use each other: ${path.join(' > ')}`);
    for (const used of definitions[name].uses) visit(used, [...path, name]);
    ordered.add(name);
  };
  for (const name of insightSections.filter((section) => include.includes(section)))
    visit(name, []);
  return [...ordered];
}

function pick(computed: OtherSections, names: readonly InsightSection[]): OtherSections {
  return Object.fromEntries(names.map((name) => [name, computed[name]]));
}

function failed(section: InsightSection): FailedSection {
  return { error: { message: message('insights.failed', { section }) } };
}
