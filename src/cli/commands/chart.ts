import type { Command } from 'commander';
import { type ChartName, chartNames } from '../../model/charts.ts';
import { dateOption } from '../input/date-flags.ts';
import type { ChartFlags } from '../pages/charts.ts';
import type { CommandContext } from '../session/context.ts';

const texts: Readonly<Record<ChartName, readonly [summary: string, example: string]>> = {
  growth: ['Draw the weight of a flock and the breed standard', 'B1-2611 --lang th'],
  mortality: ['Draw the mortality of a flock and the standard curve', 'B1-2611 --days 14'],
  feed: ['Draw feed, water and the water-to-feed ratio of a flock', 'B1-2611 --from today-14d'],
  laying: ['Draw the laying rate of a flock and the breed standard', 'L1-2601 --days 90'],
  climate: ['Draw the climate of a barn with its target band', "'Barn 1' --days 2"],
};

/** Adds `chart`: the charts of flocks and barns. */
export function addChart(parent: Command, context: CommandContext): void {
  const chart = parent
    .command('chart')
    .description('Draw growth, mortality, feed, laying or climate over time');
  for (const name of chartNames) addOne(chart, context, name);
}

function addOne(parent: Command, context: CommandContext, name: ChartName): void {
  const [summary, example] = texts[name];
  const isOfBarn = name === 'climate';
  const usual = isOfBarn ? 'seven days up to --to' : 'the placement date';
  parent
    .command(`${name} <flock-or-barn>`)
    .description(summary)
    .addOption(dateOption('--from <day>', `the first day (${usual})`))
    .addOption(
      dateOption(
        '--to <day>',
        `the last day (${isOfBarn ? 'today' : 'today or the last day of the flock'})`,
      ),
    )
    .option('--days <count>', 'number of days to show, ending at --to (instead of --from)')
    .option('--width <columns>', 'width of the chart in columns (terminal width; 80 in a pipe)')
    .option('--height <lines>', 'height of each plot in lines (10)')
    .addHelpText(
      'after',
      `
${place(isOfBarn)}
Days without data are empty; implausible values are omitted and listed. tsv, csv, jsonl and --fields
print one row per point; -o json also contains the units, the standard and the target band.

Examples:
  $ farmctl chart ${name} ${example}
  $ farmctl chart ${name} ${isOfBarn ? "'Barn 1'" : example.split(' ')[0]} -o csv`,
    )
    .action(async (typed: string, flags: ChartFlags) => {
      const { runChart } = await import('../pages/charts.ts');
      await runChart(context, name, { typed, flags });
    });
}

function place(isOfBarn: boolean): string {
  return isOfBarn
    ? 'The argument is the name or id of a barn, or the code or id of a flock (for its barn).'
    : 'The argument is the code or id of a flock, or the name or id of a barn with one flock.';
}
