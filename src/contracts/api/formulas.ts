import { z } from 'zod'
import type { FormulaCheck } from '../calculation.ts'
import { fieldDefinitionSchema } from '../computed-field.ts'
import { keySchema } from '../field.ts'
import { defineEndpoint } from './endpoint.ts'

export const checkFormula = defineEndpoint({
  method: 'POST',
  path: '/api/formulas/check',
  summary:
    'Try a computed field before it is saved: its type, what is wrong with it, its value for some records',
  access: 'tenant',
  body: z.strictObject({
    /** Key of the model. */
    model: keySchema,
    /** All its fields, as they would be saved. */
    fields: z.array(fieldDefinitionSchema).max(500),
    /** The computed field that is tried. */
    field: keySchema,
  }),
  answer: z.custom<FormulaCheck>(),
  errors: ['forbidden', 'not_found', 'invalid'],
})
