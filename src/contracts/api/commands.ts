import { z } from 'zod'
import type { Json } from '#base/json.ts'
import { defineEndpoint } from './endpoint.ts'

/** A domain command as buttons and workflows choose it. */
export interface CommandDescription {
  name: string
  title: string
  /** JSON Schema of what it takes. */
  input: Record<string, unknown>
}

const commandName = z.string().regex(/^[a-z][a-z-]{0,40}\.[a-z][a-z-]{0,60}$/)

export const listCommands = defineEndpoint({
  method: 'GET',
  path: '/api/commands',
  summary: 'What the product can do with its standard models, beyond writing records',
  access: 'tenant',
  answer: z.custom<{ rows: CommandDescription[] }>(),
})

/** The answer names the models whose records it may have changed. A refusal leaves nothing half done. */
export const runCommand = defineEndpoint({
  method: 'POST',
  path: '/api/commands/{name}',
  summary: 'Run a command',
  access: 'tenant',
  params: z.strictObject({ name: commandName }),
  body: z.record(z.string(), z.json()).prefault({}),
  answer: z.custom<{ result: Json; models: string[] }>(),
  errors: ['forbidden', 'invalid', 'edit_conflict'],
})
