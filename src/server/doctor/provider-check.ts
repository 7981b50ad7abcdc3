import { message } from '../../model/core/message.ts';
import { resolveSecret, type SecretPlaces } from '../../platform/integrations/secret-references.ts';
import {
  createIdentityProvider,
  ProviderFailed,
  type ProviderSettings,
} from '../../platform/outbound/identity-provider.ts';
import { systemClock } from '../../tools/clock.ts';
import { type Finding, failed, foreign, passed } from './finding.ts';

/** The OpenID Connect provider tells its configuration, and there is a secret for it. */
export async function checkProvider(
  settings: ProviderSettings,
  places: SecretPlaces,
): Promise<Finding> {
  const toDo = message('doctor.providerToDo');
  try {
    const provider = createIdentityProvider(settings, {
      clock: systemClock,
      findSecret: (reference, target) => resolveSecret(reference, { ...target, places }),
      onFailure: () => {},
    });
    try {
      await provider.check();
    } catch (error) {
      if (!(error instanceof ProviderFailed)) throw error;
      return failed('signIn', foreign(error.message), toDo);
    } finally {
      await provider.close();
    }
  } catch (error) {
    // An address that must not be called.
    if (!(error instanceof Error)) throw error;
    return failed('signIn', foreign(error.message), toDo);
  }
  return passed('signIn', message('doctor.providerWell', { issuer: settings.issuer }));
}
