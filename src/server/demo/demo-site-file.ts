import { z } from 'zod'
import { workflowSchema } from '#contracts/workflow.ts'
import { whereSchema } from '#contracts/query.ts'
import { readDemoJson } from './demo-files.ts'

const text = z.string()
const values = z.record(text, z.unknown())
/** First and last day, counted from today. */
const days = z.tuple([z.int(), z.int()])

/** A place or a part of the work, with what is inside. */
export interface DemoNode {
  name: string
  code: string
  kind: string
  area?: string | undefined
  inside?: DemoNode[] | undefined
}
const node: z.ZodType<DemoNode> = z.lazy(() =>
  z.strictObject({
    name: text,
    code: text,
    kind: text,
    area: text.optional(),
    inside: z.array(node).optional(),
  }),
)

const line = z.strictObject({
  title: text,
  unit: text,
  quantity: text,
  rate: text,
  /** Code of the recipe that prices it instead of the rate. */
  recipe: text.optional(),
  type: z.enum(['base', 'alternative', 'optional_with_total', 'optional_without_total']).optional(),
  /** Which lines stand for each other. */
  group: text.optional(),
  no: z.int().optional(),
  customer_text: text.optional(),
  /** Code of its work package, where it is not that of its section. */
  work: text.optional(),
})

const built = z.strictObject({
  title: text,
  planned: days,
  /** When it was really worked on; what lies ahead is not done yet. */
  done: days,
  /** Spent for each unit of money earned, and which part of it was labour. */
  cost: text,
  labour: text,
  /** Codes of the places it is worked on, one after the other. */
  places: z.array(text).min(1),
  /** Code of the work package. */
  work: text,
  lines: z.array(line),
})
export type BuiltSection = z.output<typeof built>

const offered = z.strictObject({ title: text, lines: z.array(line) })
export type OfferedSection = z.output<typeof offered>

const siteSchema = z.strictObject({
  project: values,
  customer: values,
  other: z.strictObject({ project: values, customer: values }),
  trees: z.array(z.strictObject({ name: text, kind: z.enum(['location', 'wbs']), nodes: z.array(node) })),
  shell: z.strictObject({ name: text, description: text, sections: z.array(built) }),
  finishes: z.strictObject({
    name: text,
    description: text,
    customer_text: text,
    valid_days: z.int(),
    sections: z.array(offered),
  }),
  model: z.strictObject({
    name: text,
    model: text,
    discipline: text,
    file: text,
    rules: z.strictObject({
      name: text,
      method: text,
      /** The draft that takes the lines of the first run. */
      estimate: text,
      rules: z.array(values),
      /** Added after the first run, so that the second one has something to propose. */
      later: values,
    }),
  }),
  /** What customers hear of the project; `day` is counted from today. */
  news: z.array(
    z.strictObject({
      title: text,
      text,
      day: z.int(),
      done: text,
      photos: z.array(text),
      shared: z.boolean(),
    }),
  ),
  /** Of the customer about the offer that waits for them. */
  questions: z.array(z.strictObject({ question: text, answer: text.optional() })),
  workflows: z.array(workflowSchema),
  requests: z.array(z.strictObject({ by: z.email(), what: text, amount: text })),
  public: z.strictObject({ model: text, where: whereSchema, fields: z.array(text), message: text }),
})
export type DemoSite = z.output<typeof siteSchema>

/** What the demo says of the site that is being built. */
export const readDemoSite = (): DemoSite => siteSchema.parse(readDemoJson('site.json'))
