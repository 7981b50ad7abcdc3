import { perRow } from './compute.ts';

/** A media item has an address once its content has been uploaded. */
export const computeMedia = perRow<'media'>((item) => ({
  url: item.sizeBytes === null ? null : `/v1/platform/os/media/${item.id}/content`,
}));
