import { z } from 'zod'
import { keySchema } from '../field.ts'
import type { ModelSchema } from '../model.ts'
import { defineEndpoint } from './endpoint.ts'

/** A starter model: one thing a company may want to manage. */
export interface StarterModel {
  key: string
  label: string
  description: string
  icon: string
  schema: ModelSchema
}

export interface Trade {
  key: string
  label: string
  description: string
  icon: string
  /** Keys of the starter models proposed for this trade. */
  suggests: string[]
  /** Options that replace those of a select field: `{"price_book.category": ["…"]}`. */
  options: Record<string, string[]>
}

export const readQuickSetup = defineEndpoint({
  method: 'GET',
  path: '/api/quick-setup',
  summary: 'Trades and starter models to choose from',
  access: 'tenant',
  answer: z.custom<{ trades: Trade[]; manage: StarterModel[] }>(),
})

/** Everything it makes is one release. Models whose key exists are left as they are. */
export const runQuickSetup = defineEndpoint({
  method: 'POST',
  path: '/api/quick-setup',
  summary: 'Make starter models with their screens, and invite people',
  access: 'tenant',
  body: z.strictObject({
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
