import type { StoredRow } from '../../../storage/records/stored-row.ts';
import { CAMERA_KIND, issueCameraToken } from '../../access/camera-tokens.ts';
import { controllerSecret } from '../../commands/controller-secret.ts';
import { CONTROLLER_KIND } from '../../commands/find-controller.ts';
import type { ResourceRules, RuleContext } from '../resource-rules.ts';
import { entersStatus } from '../row-change.ts';

/** Somebody who puts an integration back to work has seen to its errors: they are of the past. */
export const integrationRules: ResourceRules = {
  fill(change) {
    const isBack = change.before !== undefined && entersStatus(change, ['active', 'pending']);
    return isBack ? { lastError: null, lastErrorAt: null, consecutiveFailures: 0 } : {};
  },
  afterInsert: giveToken,
};

/**
 * A new camera connection gets its token where somebody is there to whom it is shown; so does a
 * controller that names no secret the one its commands are signed by.
 */
async function giveToken(integration: StoredRow, context: RuleContext): Promise<void> {
  const { runtime, transaction, now, showOnce } = context;
  if (!showOnce) return;
  if (integration['kind'] === CONTROLLER_KIND && integration['authRef'] === null) {
    const { id: integrationId, orgId } = integration;
    const asked = { orgId, integrationId, now };
    showOnce({ signingSecret: await controllerSecret(runtime, transaction, asked) });
  }
  if (integration['kind'] !== CAMERA_KIND) return;
  const { token } = await issueCameraToken(runtime, transaction, { integration, now });
  showOnce({ cameraToken: token });
}
