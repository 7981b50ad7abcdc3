import type { Command } from 'commander';
import { riskItems } from '../../model/risk-items.ts';
import type { CommandContext } from '../context.ts';
import { dateOption } from '../date-flags.ts';
import type { RiskLedgerFlags } from '../pages/risk-ledger/run-risk-ledger.ts';

/** Adds `risk`: what could go wrong on the farm, day by day. */
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
      const { runRiskLedger } = await import('../pages/risk-ledger/run-risk-ledger.ts');
      await runRiskLedger(context, flags);
    });
}
