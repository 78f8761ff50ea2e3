import { z } from 'zod'
import { keySchema } from '../field.ts'
import { languageNames } from '../language.ts'
import { modelSchemaSchema } from '../model.ts'
import { defineEndpoint } from './endpoint.ts'

/** A starter model: one thing a company may want to manage. */
export const starterModelSchema = z.strictObject({
  key: keySchema,
  label: z.string().min(1).max(200),
  /** What one record is called: “supplier”. */
  singular: z.string().min(1).max(80),
  description: z.string().max(2000),
  icon: z.string().max(40),
  schema: modelSchemaSchema,
})
export type StarterModel = z.infer<typeof starterModelSchema>

export const tradeSchema = z.strictObject({
  key: keySchema,
  label: z.string().min(1).max(200),
  description: z.string().max(2000),
  icon: z.string().max(40),
  /** Keys of the starter models proposed for this trade. */
  suggests: z.array(keySchema),
  /** Options that replace those of a select field: `{"price_book.category": ["…"]}`. */
  options: z.record(z.string(), z.array(z.string())),
})
export type Trade = z.infer<typeof tradeSchema>

export const readQuickSetup = defineEndpoint({
  method: 'GET',
  path: '/api/quick-setup',
  summary: 'Trades and starter models to choose from',
  access: 'tenant',
  search: z.strictObject({ language: z.enum(languageNames).default('en') }),
  answer: z.custom<{ trades: Trade[]; manage: StarterModel[] }>(),
})

/** Everything it makes is one release. Models whose key exists are left as they are. */
export const runQuickSetup = defineEndpoint({
  method: 'POST',
  path: '/api/quick-setup',
  summary: 'Make starter models with their screens, and invite people',
  access: 'tenant',
  body: z.strictObject({
    /** In whose words: of models, fields, choices and what their screens say of one record. */
    language: z.enum(languageNames).default('en'),
    trade: keySchema.nullable().default(null),
    manage: z.array(keySchema).max(30).default([]),
    people: z
      .array(z.strictObject({ email: z.email().max(320), role: keySchema.default('member') }))
      .max(50)
      .default([]),
  }),
  answer: z.custom<{
    models: string[]
    kept: string[]
    routes: string[]
    invited: string[]
    release: string | null
  }>(),
  status: 201,
  errors: ['invalid', 'forbidden'],
})
