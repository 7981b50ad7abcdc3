import type { SecretPlaces } from '../../src/platform/integrations/secret-references.ts';
import { createSecretBox } from '../../src/platform/webhooks/webhook-secrets.ts';
import { secureRandom } from '../../src/tools/ids.ts';

const key = secureRandom(new Uint8Array(32));

/**
 * Options that allow a test service to call local servers, and to read these variables as secrets.
 */
export function localConnections(environment: SecretPlaces['environment'] = {}) {
  return {
    webhooks: {
      policy: { allowedHosts: [], allowLoopback: true },
      secrets: createSecretBox(() => key, secureRandom),
    },
    secretPlaces: { environment, folder: undefined },
  };
}
