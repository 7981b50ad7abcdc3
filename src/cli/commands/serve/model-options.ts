import { usageError } from '../../errors.ts';

/** The language model that questions may be put to, as the environment names it. */
export interface ServedModel {
  readonly url: string;
  readonly model: string;
  readonly key?: string;
  readonly daily?: number;
  /** Whether it is shown every image that is uploaded. */
  readonly analyzesImages?: true;
}

/**
 * Reads the model from the environment, the only place that names it: what a process was started
 * with can be read by others. Throws a usage error that repeats no value.
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
    throw usageError('FARMCTL_MODEL_URL and FARMCTL_MODEL belong together; set both or neither');
  }
  if (!URL.canParse(url)) {
    throw usageError('FARMCTL_MODEL_URL must be an address such as https://api.openai.com/v1');
  }
  if (model.length > LONGEST_NAME || /[\p{C}]/u.test(model)) {
    throw usageError('FARMCTL_MODEL must be the name of a model');
  }
  return { url, model, ...(key ? { key: parseKey(key) } : {}), ...dailyOf(daily), ...seeing };
}

const LONGEST_NAME = 120;

/** What would not fit into a header is no key. */
function parseKey(key: string): string {
  const text = key.trim();
  if (/^[\x21-\x7e]+$/.test(text)) return text;
  throw usageError('FARMCTL_MODEL_KEY must be a key on one line, without blanks');
}

function dailyOf(text: string | undefined): Pick<ServedModel, 'daily'> {
  if (!text) return {};
  const daily = Number(text);
  if (/^\d{1,9}$/.test(text)) return { daily };
  throw usageError('FARMCTL_MODEL_DAILY must be a whole number from 0 up');
}

function imagesOf(text: string | undefined): Pick<ServedModel, 'analyzesImages'> {
  if (!text || text === 'off') return {};
  if (text === 'on') return { analyzesImages: true };
  throw usageError('FARMCTL_MODEL_IMAGES must be on or off');
}
