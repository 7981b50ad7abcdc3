import * as z from 'zod';
import { measureNames } from '../measures.ts';
import { resourceNames } from '../resources/registry.ts';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const ids = z.array(z.string().max(200)).max(100);

const filter = z.strictObject({
  field: z.string().max(60),
  /** `about`: the text is about one of these topics. */
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

/** The meaning of a question, independent of its language. */
const queryForm = z.strictObject({
  subject: z.union([
    z.strictObject({ measure: z.enum(measureNames) }),
    z.strictObject({ resource: z.enum(resourceNames) }),
  ]),
  /** The field that the answer consists of; absent: the records themselves. */
  select: z.string().max(60).optional(),
  filters: z.array(filter).max(20),
  /** Empty: everything that the key may see of the farm. */
  scope: z.strictObject({ farms: ids, barns: ids, flocks: ids }),
  period: z
    .strictObject({
      from: day,
      to: day,
      /** Of the last hours: how many. */
      hours: z.number().int().min(1).max(10_000).optional(),
      /** Only from the evening of the first day on. */
      isNight: z.literal(true).optional(),
    })
    .optional(),
  tense: z.enum(['past', 'present', 'future']),
  aggregate,
  /** Further fields that are asked for in one breath, each with its own aggregate. */
  also: z
    .array(z.strictObject({ aggregate, select: z.string().max(60) }))
    .max(3)
    .optional(),
  groupBy: z.enum(['day', 'barn', 'person']).optional(),
  limit: z.number().int().min(1).max(50).optional(),
  /** How many of the last ones are passed over: 1 is the one before the last. */
  offset: z.number().int().min(1).max(50).optional(),
  answerType: z.enum(['number', 'date', 'person', 'list', 'yes-no', 'text']),
});

const { $schema: _, ...jsonSchema } = z.toJSONSchema(queryForm, { target: 'draft-2020-12' });

/** As JSON Schema, for the reference of the API. */
export const queryFormSchema = jsonSchema;

export type QueryForm = z.infer<typeof queryForm>;
export type QueryFilter = z.infer<typeof filter>;

/** Checks a form. Throws where it is not one: the parser must not produce such a form. */
export function checkedForm(form: QueryForm): QueryForm {
  return queryForm.parse(form);
}
