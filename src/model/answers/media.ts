import { exampleId } from '../example-id.ts';
import { exampleRow } from '../examples/example-row.ts';
import { nullable, object, oneOf, ref, string } from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';
import { media } from '../resources/media.ts';

const withContent = {
  ...exampleRow(media),
  mimeType: 'image/jpeg',
  sizeBytes: 284_311,
  width: 1600,
  height: 1200,
  url: `/v1/platform/os/media/${exampleId('media')}/content`,
};

/** The answer of `PUT /os/media/{id}/content`. */
export const mediaStoredAnswer: OperationAnswer = {
  name: 'MediaStored',
  description: 'The media item with what was recognised of its file.',
  schema: ref('MediaItem'),
  example: withContent,
};

/** What `GET /os/media/{id}/content` answers with: the file. */
export const mediaContentAnswer: OperationAnswer = {
  name: 'MediaContent',
  mediaType: '*/*',
  description: 'The file, or a part of it (206), with its own Content-Type.',
  schema: { type: 'string', format: 'binary', description: 'The bytes of the file.' },
  example: 'the bytes of the file',
};

/** The answer of `POST /os/media/{id}/analyze`. */
export const mediaAnalyzedAnswer: OperationAnswer = {
  name: 'MediaAnalyzed',
  description: 'The media item with what the model saw.',
  schema: object({
    media: ref('MediaItem'),
    agentRunId: string('What was asked is told by this row of agent-runs'),
    analysis: object({
      severity: oneOf(['none', 'info', 'warning', 'critical']),
      summary: nullable(string()),
    }),
  }),
  example: {
    media: {
      ...withContent,
      aiSeverity: 'warning',
      aiSummary: 'Wet litter under the second drinker line.',
      analyzedAt: '2026-11-21T09:00:00.000Z',
    },
    agentRunId: exampleId('run'),
    analysis: { severity: 'warning', summary: 'Wet litter under the second drinker line.' },
  },
};
