import type { Command } from 'commander';
import { insightSections, riskItems } from '../../model/core/insight-sections.ts';
import { dateOption } from '../input/date-flags.ts';
import type { ContextFlags } from '../pages/context.ts';
import type { GapsFlags } from '../pages/gaps.ts';
import type { ActivityFlags, HistoryFlags } from '../pages/history.ts';
import type { InsightsFlags } from '../pages/insights.ts';
import type { RiskLedgerFlags } from '../pages/risk-ledger.ts';
import type { WeeklySummaryFlags } from '../pages/weekly-summary.ts';
import type { CommandContext } from '../session/context.ts';

/** Adds `digest`: the morning briefing. */
export function addDigest(parent: Command, context: CommandContext): void {
  parent
    .command('digest')
    .description('Show the morning briefing of the farm')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the mortality of each flock.

Examples:
  $ farmctl digest --lang he
  0 6 * * * farmctl digest --farm North | mail -s 'Good morning' dana@example.com`,
    )
    .action(async () => {
      const { runDigest } = await import('../pages/digest.ts');
      await runDigest(context);
    });
}

/** Adds `dashboard`: an overview of the farm. */
export function addDashboard(parent: Command, context: CommandContext): void {
  parent
    .command('dashboard')
    .description('Show the farm at a glance: numbers, what to do, every barn')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the barns, one for each flock inside.

Examples:
  $ farmctl dashboard --farm North
  $ farmctl dashboard --fields barn,state,live,mortality.deaths,climate.temp -o csv`,
    )
    .action(async () => {
      const { runDashboard } = await import('../pages/dashboard.ts');
      await runDashboard(context);
    });
}

/** Adds `weekly-summary`: a week compared with the previous one. */
export function addWeeklySummary(parent: Command, context: CommandContext): void {
  parent
    .command('weekly-summary')
    .description('Show the week of the farm against the week before')
    .addOption(
      dateOption('--week <day>', 'the calendar week of this day (the last seven full days)'),
    )
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the flocks.

Examples:
  $ farmctl weekly-summary --lang he
  $ farmctl weekly-summary --week 2026-11-09 -o json
  0 7 * * 0 farmctl weekly-summary --farm North | mail -s 'The week' dana@example.com`,
    )
    .action(async (flags: WeeklySummaryFlags) => {
      const { runWeeklySummary } = await import('../pages/weekly-summary.ts');
      await runWeeklySummary(context, flags);
    });
}

/** Adds `context`: the whole farm on one page. */
export function addContext(parent: Command, context: CommandContext): void {
  parent
    .command('context')
    .description('Show the whole farm on one page')
    .option('--depth <depth>', 'how much of the past: full or summary (full)')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the flocks.

Examples:
  $ farmctl context --farm North
  $ farmctl context --depth summary -o csv --fields code,live,weight.g,deviationPct`,
    )
    .action(async (flags: ContextFlags) => {
      const { runContext } = await import('../pages/context.ts');
      await runContext(context, flags);
    });
}

/** Adds `insights`: analyses of the farm's data, in 15 sections. */
export function addInsights(parent: Command, context: CommandContext): void {
  parent
    .command('insights')
    .description('Analyse the farm: health, profit, feed, risks and more')
    .option(
      '--include <sections>',
      `only these, with commas between: ${insightSections.join(', ')}`,
    )
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are those of one section, named with --include.

Examples:
  $ farmctl insights --include actionPlan,risk
  $ farmctl insights --include health -o csv > health.csv`,
    )
    .action(async (flags: InsightsFlags) => {
      const { runInsights } = await import('../pages/insights.ts');
      await runInsights(context, flags);
    });
}

/** Adds `risk`: risks of the farm by day. */
export function addRisk(parent: Command, context: CommandContext): void {
  const risk = parent.command('risk').description('Show what could go wrong, day by day');
  risk
    .command('ledger')
    .description('Show the score of the days, and each risk with its history')
    .addOption(dateOption('--from <day>', 'the first day (30 days back)'))
    .addOption(dateOption('--to <day>', 'the last day (today)'))
    .option('--item <name>', `only this risk: ${riskItems.join(', ')}`)
    .addHelpText(
      'after',
      `
A day is there once the farm was looked through on it (farmctl brain scan; the service does so by
itself); today is shown as it is now. Rows of tsv, csv, jsonl and --fields are each risk by day.

Examples:
  $ farmctl risk ledger --farm North
  $ farmctl risk ledger --item feed_out --from 2026-11-01 -o csv`,
    )
    .action(async (flags: RiskLedgerFlags) => {
      const { runRiskLedger } = await import('../pages/risk-ledger.ts');
      await runRiskLedger(context, flags);
    });
}

/** Adds `gaps`: missing data, and data completeness. */
export function addGaps(parent: Command, context: CommandContext): void {
  parent
    .command('gaps')
    .description('Show what is missing on the farm, each with the command that closes it')
    .option(
      '--exit-status <severity>',
      'end with exit status 10 when there is a gap of info, warning or critical, or worse',
    )
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the gaps.

Examples:
  $ farmctl gaps --farm North
  $ farmctl gaps --exit-status critical > /dev/null || echo 'look at the farm'`,
    )
    .action(async (flags: GapsFlags) => {
      const { runGaps } = await import('../pages/gaps.ts');
      await runGaps(context, flags);
    });
}

/** Adds `portfolio`: all farms side by side. */
export function addPortfolio(parent: Command, context: CommandContext): void {
  parent
    .command('portfolio')
    .description('Show every farm with its headline figures, and totals')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the farms. Money is never added up over currencies.

Examples:
  $ farmctl portfolio
  $ farmctl portfolio -o csv --fields name,birds,mortality7dPct,openAlerts.critical`,
    )
    .action(async () => {
      const { runPortfolio } = await import('../pages/portfolio.ts');
      await runPortfolio(context);
    });
}

/** Adds `activity`: events by day. */
export function addActivity(parent: Command, context: CommandContext): void {
  parent
    .command('activity')
    .description('Show what happened, day by day')
    .option('--min-score <score>', 'leave out what is less important, 0 to 100')
    .option('--kinds <kinds>', 'only these kinds, with commas between, such as alert,sale')
    .addOption(dateOption('--from <day or time>', 'from then on'))
    .addOption(dateOption('--to <day or time>', 'up to then, included'))
    .option('--limit <count>', 'maximum number of entries (200)')
    .option('--cursor <cursor>', 'continue from the cursor of a previous page')
    .addHelpText(
      'after',
      `
Importance stands before a line: !! from 80, ! from 50. Rows of tsv, csv, jsonl and --fields are
the entries.

Examples:
  $ farmctl activity --min-score 50 --from 2026-11-20
  $ farmctl activity --kinds alert,mortality_spike -o jsonl`,
    )
    .action(async (flags: ActivityFlags) => {
      const { runActivity } = await import('../pages/history.ts');
      await runActivity(context, flags);
    });
}

/** Adds `search`: searches all modules for a text. */
export function addSearch(parent: Command, context: CommandContext): void {
  parent
    .command('search <text...>')
    .description('Search all modules of all farms, whatever the case and the accents')
    .addHelpText(
      'after',
      `
What was found stands between « and ». Rows of tsv, csv, jsonl and --fields are the hits.

Examples:
  $ farmctl search weigh birds
  $ farmctl search תמותה -o tsv --fields resource,id,title`,
    )
    .action(async (text: readonly string[]) => {
      const { runSearch } = await import('../pages/history.ts');
      await runSearch(context, text);
    });
}

/** Adds `setup`: setup progress of the farm. */
export function addSetup(parent: Command, context: CommandContext): void {
  parent
    .command('setup')
    .description('Show how far the farm is set up, and the next step')
    .addHelpText(
      'after',
      `
Rows of tsv, csv, jsonl and --fields are the steps.

Examples:
  $ farmctl setup --farm North
  $ farmctl setup -o tsv --fields key,done`,
    )
    .action(async () => {
      const { runSetup } = await import('../pages/gaps.ts');
      await runSetup(context);
    });
}

/** Adds `history`: previous values of a row, and who changed it. */
export function addHistory(parent: Command, context: CommandContext): void {
  parent
    .command('history <resource> <id>')
    .description('Show who changed a row, when, and each field from what to what')
    .option('--field <field>', 'only changes of this field')
    .option('--limit <count>', 'at most so many changes (50)')
    .addHelpText(
      'after',
      `
The newest change comes first. A row that was deleted keeps its history. Rows of tsv, csv, jsonl
and --fields are the changes; the fields are in -o json.

Examples:
  $ farmctl history flocks B1-2611
  $ farmctl history tasks task_01K… --field status --jq '.data[] | [.at, .by.name]'`,
    )
    .action(async (resource: string, id: string, flags: HistoryFlags) => {
      const { runHistory } = await import('../pages/history.ts');
      await runHistory(context, { resource, id }, flags);
    });
}
