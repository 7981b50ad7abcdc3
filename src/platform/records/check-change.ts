import { validationFailed } from '../../model/errors.ts';
import { checkRow } from '../../model/row-rules.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { dateLimitIssues } from '../rules/date-limits.ts';
import type { RuleChange, RuleContext } from '../rules/resource-rules.ts';
import { rulesOf } from '../rules/rules-by-resource.ts';
import { requireUnsealed } from '../rules/sealed-rows.ts';
import { transitionIssues } from '../rules/transitions.ts';

/** Fills in what the service sets itself and throws what forbids the change; returns the row to write. */
export async function checkChange(change: RuleChange, context: RuleContext): Promise<StoredRow> {
  const { definition, before } = change;
  const rules = rulesOf(definition.name);
  const filled = { ...change.after, ...(await rules.fill?.(change, context)) };
  const complete = { ...change, after: filled };
  if (before) await requireUnsealed(definition.name, before, context);
  if (!before || before['flockId'] !== filled['flockId']) {
    await requireUnsealed(definition.name, { ...filled, sealed: false }, context);
  }
  const issues = [
    ...transitionIssues(complete),
    ...dateLimitIssues(complete, context),
    ...checkRow(definition, filled),
    ...((await rules.check?.(complete, context)) ?? []),
  ];
  if (issues.length > 0) throw validationFailed(issues);
  return filled;
}
