import { message } from '../../../model/core/message.ts';
import { isSecretReference } from '../../../model/core/secrets.ts';
import { parseUrl } from '../../../tools/unknown-values.ts';
import { usageError } from '../../core/errors.ts';

/** The language model for questions, as configured in the environment. */
export interface ServedModel {
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  readonly daily?: number;
  /** Whether all uploaded images are sent to it. */
  readonly analyzesImages?: true;
}

/**
 * Reads the model from the environment, its only source: other users can read the arguments of a
 * process. Throws a usage error that includes no value.
 */
export function parseModel(
  environment: Readonly<Record<string, string | undefined>>,
): ServedModel | undefined {
  const {
    FARMCTL_MODEL_URL: url,
    FARMCTL_MODEL: model,
    FARMCTL_MODEL_KEY: key,
    FARMCTL_MODEL_DAILY: daily,
    FARMCTL_MODEL_IMAGES: images,
  } = environment;
  const seeing = imagesOf(images);
  if (!url && !model) return undefined;
  if (!url || !model) {
    throw usageError(message('fault.modelSettingsIncomplete'));
  }
  if (!parseUrl(url)) {
    throw usageError(message('fault.modelUrlInvalid'));
  }
  if (model.length > LONGEST_NAME || /[\p{C}]/u.test(model)) {
    throw usageError(message('fault.modelNameInvalid'));
  }
  return { url, model, ...(key ? { key: parseKey(key) } : {}), ...dailyOf(daily), ...seeing };
}

const LONGEST_NAME = 120;

/** A key must be a valid header value. */
function parseKey(key: string): string {
  const text = key.trim();
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw usageError(message('fault.modelKeyInvalid'));
}

function dailyOf(text: string | undefined): Pick<ServedModel, 'daily'> {
  if (!text) return {};
  const daily = Number(text);
  if (/^\d{1,9}$/.test(text)) return { daily };
  throw usageError(message('fault.wholeFrom', { flag: 'FARMCTL_MODEL_DAILY', least: 0 }));
}

function imagesOf(text: string | undefined): Pick<ServedModel, 'analyzesImages'> {
  if (!text || text === 'off') return {};
  if (text === 'on') return { analyzesImages: true };
  throw usageError(message('fault.modelImagesInvalid'));
}

/** The OpenID Connect provider, as configured in the environment. */
export interface ServedProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly secretRef: string;
  readonly name?: string;
}

/** Reads the provider from the environment, its only source; throws a usage error. */
export function parseProvider(
  environment: Readonly<Record<string, string | undefined>>,
): ServedProvider | undefined {
  const {
    FARMCTL_OIDC_ISSUER: issuer,
    FARMCTL_OIDC_CLIENT_ID: clientId,
    FARMCTL_OIDC_SECRET: secretRef,
    FARMCTL_OIDC_NAME: name,
  } = environment;
  if (!issuer && !clientId && !secretRef) return undefined;
  if (!issuer || !clientId || !secretRef) throw usageError(message('fault.oidcIncomplete'));
  if (!isSecretReference(secretRef)) throw usageError(message('fault.oidcSecretInvalid'));
  const isPlain = [clientId, name ?? ''].every(
    (text) => text.length <= LONGEST_NAME && !/[\p{C}]/u.test(text),
  );
  if (!isPlain || !parseUrl(issuer))
    throw usageError(message('fault.oidcInvalid', { most: LONGEST_NAME }));
  return { issuer, clientId, secretRef, ...(name ? { name } : {}) };
}
