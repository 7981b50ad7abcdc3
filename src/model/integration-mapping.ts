import * as z from 'zod';
import { feedMeasures, feedSources, instantFormats } from './feed-measures.ts';

const LONGEST_POINTER = 200;
const LONGEST_KEY = 120;
const MOST_DEVICES = 200;
const MOST_TOPICS = 20;
/** Places of one measure, of which the first with a value counts. */
const MOST_ALTERNATIVES = 5;

/** RFC 6901; a part that is only `*` means the first member in which the rest is found. */
const pointer = z
  .string()
  .max(LONGEST_POINTER)
  .regex(/^(?:\/(?:[^~/]|~[01])*)*$/u, 'must be a JSON pointer such as /data/0/temp')
  .refine((text) => !/\p{Cc}/u.test(text), 'must not hold control characters');
const id = z.string().min(1).max(80);
const factor = z.number().min(-1e6).max(1e6);

const measured = z.strictObject({
  path: pointer,
  unit: z.string().max(20).optional(),
  unitPath: pointer.optional(),
  factor: factor.optional(),
  offset: factor.optional(),
  meter: z.boolean().optional(),
});
const field = z.union([pointer, measured, z.array(measured).min(1).max(MOST_ALTERNATIVES)]);
const device = z.strictObject({
  barnId: id.optional(),
  measure: z.enum(feedMeasures).optional(),
  unit: z.string().max(20).optional(),
  factor: factor.optional(),
  offset: factor.optional(),
  meter: z.boolean().optional(),
});
const topic = z
  .string()
  .min(1)
  .max(LONGEST_POINTER)
  .regex(
    /^(?:[^+#\p{C}/]*|\+)(?:\/(?:[^+#\p{C}/]*|\+))*(?:(?:^|\/)#)?$|^#$/u,
    'must be a topic filter such as barns/+/climate',
  );

/** How the payload of an integration becomes environment readings, as it is sent and stored. */
export const mappingSchema = z.strictObject({
  preset: z.string().max(40).optional(),
  rows: pointer.optional(),
  device: z.union([pointer, z.strictObject({ topicLevel: z.int().min(1).max(20) })]).optional(),
  devices: z
    .record(z.string().max(LONGEST_KEY), z.union([id, device]))
    .refine((given) => Object.keys(given).length <= MOST_DEVICES, `at most ${MOST_DEVICES} devices`)
    .optional(),
  barnId: id.optional(),
  ts: z
    .union([pointer, z.strictObject({ path: pointer, format: z.enum(instantFormats).optional() })])
    .optional(),
  fields: z.partialRecord(z.enum(feedMeasures), field).optional(),
  value: pointer.optional(),
  unitPath: pointer.optional(),
  topics: z.array(topic).min(1).max(MOST_TOPICS).optional(),
  source: z.enum(feedSources).optional(),
});

/** How the payload of an integration becomes environment readings. */
export type IntegrationMapping = z.infer<typeof mappingSchema>;

/** Where one measure stands in a row, and how it is read. */
export type MeasuredField = z.infer<typeof measured>;

/** What is known of one device of a feed. */
export type FeedDevice = z.infer<typeof device>;
