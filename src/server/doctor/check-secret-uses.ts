import { isUnbound } from '../../model/secret-binding.ts';
import { isSecretReference } from '../../model/secret-reference.ts';
import type { IntegrationFeed } from '../../storage/system/integration-feeds.ts';
import type { SecretUse } from '../../storage/system/secret-uses.ts';
import { type Finding, warned } from './finding.ts';

/** Integrations whose secret is stored in the database, or is not sent because it names no hosts. */
export function checkSecretUses(uses: readonly SecretUse[]): readonly Finding[] {
  const literal = uses.filter(({ authRef }) => !isSecretReference(authRef)).map(({ id }) => id);
  const unbound = uses.filter(({ lastError }) => isUnbound(lastError));
  return [
    ...(literal.length === 0
      ? []
      : [
          warned(
            'integrations',
            `authRef holds a secret instead of a reference in: ${literal.join(', ')}`,
            'keep the secret in the folder of secrets or the environment of the server, change it where it is from, and set authRef to file:NAME or env:FARMCTL_SECRET_NAME',
          ),
        ]),
    ...(unbound.length === 0
      ? []
      : [
          warned(
            'integrations',
            `secrets that are bound to no host are not sent: ${unbound
              .map(({ id, authRef }) => `${authRef} of ${id}`)
              .join(', ')}`,
            'write host=HOST and a space in front of the secret where it is kept (docs/integrations.md)',
          ),
        ]),
  ];
}

type DroppingFeed = Pick<IntegrationFeed, 'integrationId' | 'dropped' | 'lastProblems'>;

/** Integrations of whose payloads something was left out in the last day. */
export function checkDrops(feeds: readonly DroppingFeed[]): readonly Finding[] {
  if (feeds.length === 0) return [];
  const told = feeds.map(({ integrationId, dropped, lastProblems }) => {
    const [problem] = JSON.parse(lastProblems ?? '[]') as readonly string[];
    return `${integrationId} (${dropped} in all${problem === undefined ? '' : `; ${problem}`})`;
  });
  return [
    warned(
      'integrations',
      `values of payloads are left out: ${told.join(', ')}`,
      'compare the mapping with the payload: farmctl integrations test ID; correct it with: farmctl integrations mapping set ID FILE',
    ),
  ];
}
