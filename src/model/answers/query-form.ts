import * as z from 'zod';
import { measureNames } from '../measures.ts';
import { resourceNames } from '../resources/registry.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const ids = z.array(z.string().max(200)).max(100);

const filter = z.strictObject({
  field: z.string().max(60),
  /** `about`: the text concerns one of these topics. */
  op: z.enum(['=', '>', '<', 'in', 'not in', 'about']),
  value: z.union([z.string(), z.number(), z.array(z.string()).max(20)]),
});

const aggregate = z.enum([
  'list',
  'count',
  'sum',
  'mean',
  'min',
  'max',
  'first',
  'last',
  'exists',
  'compare',
  'trend',
  'value',
]);

/** The meaning of a question, independent of language. */
const queryForm = z.strictObject({
  subject: z.union([
    z.strictObject({ measure: z.enum(measureNames) }),
    z.strictObject({ resource: z.enum(resourceNames) }),
  ]),
  /** The field to return; absent: the records themselves. */
  select: z.string().max(60).optional(),
  filters: z.array(filter).max(20),
  /** Empty arrays: everything on the farm that the key may read. */
  scope: z.strictObject({ farms: ids, barns: ids, flocks: ids }),
  period: z
    .strictObject({
      from: day,
      to: day,
      /** Number of hours, for a period of the last hours. */
      hours: z.number().int().min(1).max(10_000).optional(),
      /** Starts on the evening of the first day. */
      isNight: z.literal(true).optional(),
    })
    .optional(),
  tense: z.enum(['past', 'present', 'future']),
  aggregate,
  /** Additional fields requested in the same question, each with its own aggregate. */
  also: z
    .array(z.strictObject({ aggregate, select: z.string().max(60) }))
    .max(3)
    .optional(),
  groupBy: z.enum(['day', 'barn', 'person']).optional(),
  limit: z.number().int().min(1).max(50).optional(),
  /** Number of latest entries to skip: 1 returns the last but one. */
  offset: z.number().int().min(1).max(50).optional(),
  answerType: z.enum(['number', 'date', 'person', 'list', 'yes-no', 'text']),
});

const { $schema: _, ...jsonSchema } = z.toJSONSchema(queryForm, { target: 'draft-2020-12' });

/** The form as JSON Schema, for the API reference. */
export const queryFormSchema = jsonSchema;

export type QueryForm = z.infer<typeof queryForm>;
export type QueryFilter = z.infer<typeof filter>;

/** Validates a form. Throws if it is invalid: the parser must never produce an invalid form. */
export function checkedForm(form: QueryForm): QueryForm {
  return queryForm.parse(form);
}
