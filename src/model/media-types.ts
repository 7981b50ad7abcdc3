import { limits } from './core/limits.ts';

/** The kind of a file, as in the field `kind` of media. */
export type MediaKind = 'image' | 'video' | 'audio' | 'document';

/** A file type accepted for media rows. */
export interface MediaType {
  readonly kind: MediaKind;
  /** The file name extension. */
  readonly extension: string;
  /** Whether browsers may display it instead of downloading it. */
  readonly isShown?: true;
  /** Alternative media types under which it may be sent. */
  readonly alsoCalled?: readonly string[];
}

/** Maximum file size by kind, in bytes. */
export const mediaBytes: Readonly<Record<MediaKind, number>> = {
  image: limits.imageBytes,
  video: limits.videoBytes,
  audio: limits.audioBytes,
  document: limits.documentBytes,
};

const office = 'application/vnd.openxmlformats-officedocument';
const openDocument = 'application/vnd.oasis.opendocument';

/** Accepted file types, by canonical media type. */
export const mediaTypes: Readonly<Record<string, MediaType>> = {
  'image/jpeg': { kind: 'image', extension: 'jpg', isShown: true, alsoCalled: ['image/jpg'] },
  'image/png': { kind: 'image', extension: 'png', isShown: true, alsoCalled: ['image/apng'] },
  'image/webp': { kind: 'image', extension: 'webp', isShown: true },
  'image/gif': { kind: 'image', extension: 'gif', isShown: true },
  'image/avif': { kind: 'image', extension: 'avif', isShown: true },
  'image/heic': {
    kind: 'image',
    extension: 'heic',
    alsoCalled: ['image/heif', 'image/heic-sequence', 'image/heif-sequence'],
  },
  'image/tiff': { kind: 'image', extension: 'tif' },
  'image/bmp': { kind: 'image', extension: 'bmp', alsoCalled: ['image/x-ms-bmp'] },
  'video/mp4': {
    kind: 'video',
    extension: 'mp4',
    isShown: true,
    alsoCalled: ['video/x-m4v', 'application/mp4'],
  },
  'video/quicktime': { kind: 'video', extension: 'mov' },
  'video/webm': { kind: 'video', extension: 'webm', isShown: true, alsoCalled: ['audio/webm'] },
  'video/matroska': { kind: 'video', extension: 'mkv', alsoCalled: ['video/x-matroska'] },
  'video/3gpp': { kind: 'video', extension: '3gp', alsoCalled: ['video/3gpp2', 'audio/3gpp'] },
  'video/vnd.avi': {
    kind: 'video',
    extension: 'avi',
    alsoCalled: ['video/x-msvideo', 'video/avi'],
  },
  'audio/mpeg': { kind: 'audio', extension: 'mp3', alsoCalled: ['audio/mp3'] },
  'audio/mp4': { kind: 'audio', extension: 'm4a', alsoCalled: ['audio/x-m4a', 'audio/m4a'] },
  'audio/ogg': {
    kind: 'audio',
    extension: 'ogg',
    alsoCalled: ['audio/opus', 'application/ogg'],
  },
  'audio/wav': {
    kind: 'audio',
    extension: 'wav',
    alsoCalled: ['audio/x-wav', 'audio/wave', 'audio/vnd.wave'],
  },
  'audio/aac': { kind: 'audio', extension: 'aac', alsoCalled: ['audio/x-aac'] },
  'audio/amr': { kind: 'audio', extension: 'amr' },
  'audio/flac': { kind: 'audio', extension: 'flac', alsoCalled: ['audio/x-flac'] },
  'application/pdf': { kind: 'document', extension: 'pdf', isShown: true },
  [`${office}.wordprocessingml.document`]: { kind: 'document', extension: 'docx' },
  [`${office}.spreadsheetml.sheet`]: { kind: 'document', extension: 'xlsx' },
  [`${office}.presentationml.presentation`]: { kind: 'document', extension: 'pptx' },
  [`${openDocument}.text`]: { kind: 'document', extension: 'odt' },
  [`${openDocument}.spreadsheet`]: { kind: 'document', extension: 'ods' },
  [`${openDocument}.presentation`]: { kind: 'document', extension: 'odp' },
  'application/msword': { kind: 'document', extension: 'doc' },
  'application/vnd.ms-excel': { kind: 'document', extension: 'xls' },
  'application/vnd.ms-powerpoint': { kind: 'document', extension: 'ppt' },
  'text/plain': { kind: 'document', extension: 'txt' },
  'text/csv': { kind: 'document', extension: 'csv', alsoCalled: ['application/csv'] },
};

const namesByAlias = new Map(
  Object.entries(mediaTypes).flatMap(([name, { alsoCalled = [] }]) =>
    [name, ...alsoCalled].map((alias) => [alias, name] as const),
  ),
);

/**
 * The canonical media type for a `Content-Type` with or without parameters; undefined if not
 * accepted.
 */
export function mediaTypeName(contentType: string): string | undefined {
  return namesByAlias.get(contentType.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

/** The media type for a file name, by its extension; undefined if unknown. */
export function mediaTypeOfFile(fileName: string): string | undefined {
  const suffix = /\.([a-z0-9]+)$/i.exec(fileName)?.[1]?.toLowerCase();
  const spelt = suffix === 'jpeg' ? 'jpg' : suffix === 'tiff' ? 'tif' : suffix;
  return Object.entries(mediaTypes).find(([, { extension }]) => extension === spelt)?.[0];
}
