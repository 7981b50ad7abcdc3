import { mediaAnalyzedAnswer, mediaContentAnswer, mediaStoredAnswer } from './answers/media.ts';
import { word } from './fields.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';
import { closed } from './vocabulary.ts';

const MIB = 1024 * 1024;

/** The routes of the application about the files of media rows. */
export const mediaRoutes = [
  {
    kind: 'route',
    operationId: 'putMediaContent',
    method: 'PUT',
    path: '/os/media/{id}/content',
    scope: 'write:media',
    tag: 'Media',
    summary: 'Send the file of a media item',
    description:
      `An image (${limits.imageBytes / MIB} MiB at most), a video (${limits.videoBytes / MIB} MiB), ` +
      `a recording (${limits.audioBytes / MIB} MiB) or a document (${limits.documentBytes / MIB} MiB), ` +
      'as the body itself. What it is, is recognised from its bytes; a Content-Type that says ' +
      'something else is refused, and so is what could run: HTML, SVG, scripts, programs, archives. ' +
      'A file that is there already is replaced. The ETag is that of the file: `If-Match` replaces ' +
      'only the file that was read, `If-None-Match: *` only where there is none. ' +
      '`Content-Digest: sha-256=:…:` is compared with what arrived.',
    body: {
      mediaType: '*/*',
      schema: { type: 'string', format: 'binary', description: 'The bytes of the file.' },
      examples: {},
    },
    answer: mediaStoredAnswer,
    alsoAnswers: [412],
  },
  {
    kind: 'route',
    operationId: 'getMediaContent',
    method: 'GET',
    path: '/os/media/{id}/content',
    scope: 'read:media',
    tag: 'Media',
    summary: 'Read the file of a media item',
    description:
      '`Range` asks for a part. `variant=thumbnail` gives a picture of an image of at most ' +
      `${limits.thumbnailPixels} px, upright and without what the camera wrote into the file.`,
    query: {
      variant: word(closed(['original', 'thumbnail']), { default: 'original' }),
    },
    exampleQuery: { variant: 'thumbnail' },
    answer: mediaContentAnswer,
    alsoAnswers: [206, 304, 416, 422],
  },
  {
    kind: 'route',
    operationId: 'analyzeMedia',
    method: 'POST',
    path: '/os/media/{id}/analyze',
    scope: 'write:media',
    tag: 'Media',
    summary: 'Have the language model look at an image',
    description:
      'Sets aiSeverity, aiSummary and analyzedAt, emits `media.analyzed` and leaves a row of ' +
      'agent-runs of kind vision. Refused with 422 `no_model` where the service has no model.',
    answer: mediaAnalyzedAnswer,
  },
] as const satisfies readonly RouteOperation[];
