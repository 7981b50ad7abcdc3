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
tsv, csv, jsonl and --fields print one row per flock with its mortality.

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
    .description('Show an overview of the farm: key figures, actions, barns')
    .addHelpText(
      'after',
      `
tsv, csv, jsonl and --fields print one row per barn and flock.

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
    .description('Compare the week of the farm with the week before')
    .addOption(
      dateOption('--week <day>', 'calendar week of this day (default: the last seven full days)'),
    )
    .addHelpText(
      'after',
      `
tsv, csv, jsonl and --fields print one row per flock.

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
    .option('--depth <depth>', 'amount of history: full or summary (full)')
    .addHelpText(
      'after',
      `
tsv, csv, jsonl and --fields print one row per flock.

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
    .option('--include <sections>', `sections, separated by commas: ${insightSections.join(', ')}`)
    .addHelpText(
      'after',
      `
tsv, csv, jsonl and --fields print the rows of one section, selected with --include.

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
  const risk = parent.command('risk').description('Show the risk score by day');
  risk
    .command('ledger')
    .description('Show the risk score by day, and the history of each risk')
    .addOption(dateOption('--from <day>', 'first day (30 days ago)'))
    .addOption(dateOption('--to <day>', 'the last day (today)'))
    .option('--item <name>', `only this risk: ${riskItems.join(', ')}`)
    .addHelpText(
      'after',
      `
A day is included if the farm was scanned on it (automatically by the service, or with farmctl brain
scan); today is computed now. tsv, csv, jsonl and --fields print one row per risk and day.

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
    .description('List missing data of the farm, each with the command that adds it')
    .option(
      '--exit-status <severity>',
      'exit with status 10 if there is a gap of this severity or worse: info, warning or critical',
    )
    .addHelpText(
      'after',
      `
tsv, csv, jsonl and --fields print one row per gap.

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
    .description('Show all farms with their key figures, and totals')
    .addHelpText(
      'after',
      `
tsv, csv, jsonl and --fields print one row per farm. Amounts in different currencies are never added.

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
    .description('Show the activity of the farm by day')
    .option('--min-score <score>', 'minimum importance, 0 to 100')
    .option('--kinds <kinds>', 'kinds, separated by commas, such as alert,sale')
    .addOption(dateOption('--from <day or time>', 'entries at or after this time'))
    .addOption(dateOption('--to <day or time>', 'entries at or before this time'))
    .option('--limit <count>', 'maximum number of entries (200)')
    .option('--cursor <cursor>', 'continue from the cursor of a previous page')
    .addHelpText(
      'after',
      `
Important entries are marked: !! from 80, ! from 50. tsv, csv, jsonl and --fields print one row
per entry.

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
    .description('Search all records of all farms, ignoring case and accents')
    .addHelpText(
      'after',
      `
Matches are shown between « and ». tsv, csv, jsonl and --fields print one row per match.

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
    .description('Show the setup progress of the farm, and the next step')
    .addHelpText(
      'after',
      `
tsv, csv, jsonl and --fields print one row per step.

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
    .description('Show the changes of a row: who, when, and the old and new value of each field')
    .option('--field <field>', 'only changes of this field')
    .option('--limit <count>', 'maximum number of changes (50)')
    .addHelpText(
      'after',
      `
The newest change is first. Deleted rows keep their history. tsv, csv, jsonl and --fields print one
row per change; the fields are in -o json.

Examples:
  $ farmctl history flocks B1-2611
  $ farmctl history tasks task_01K… --field status --jq '.data[] | [.at, .by.name]'`,
    )
    .action(async (resource: string, id: string, flags: HistoryFlags) => {
      const { runHistory } = await import('../pages/history.ts');
      await runHistory(context, { resource, id }, flags);
    });
}
