import type { z } from 'zod'
import { invalid, type ErrorDetail } from '#base/app-error.ts'
import type { DraftKind } from '#contracts/api/drafts.ts'
import { archetypeWriteSchema } from '#contracts/archetype.ts'
import { layoutSchema } from '#contracts/layout.ts'
import { modelWriteSchema } from '#contracts/model.ts'
import { roleWriteSchema } from '#contracts/role.ts'
import { routeWriteSchema } from '#contracts/route.ts'
import { sharedViewSchema } from '#contracts/view.ts'
import { workflowSchema } from '#contracts/workflow.ts'
import { inputDetails } from '../http/error-details.ts'

const contracts: Record<DraftKind, z.ZodType<Record<string, unknown>>> = {
  view: sharedViewSchema,
  layout: layoutSchema,
  route: routeWriteSchema,
  model: modelWriteSchema,
  archetype: archetypeWriteSchema,
  role: roleWriteSchema,
  workflow: workflowSchema,
}

// Where a body of each kind says its own key; an archetype does not.
const keyPart = {
  layout: 'key',
  route: 'path',
  model: 'key',
  role: 'key',
  archetype: null,
  view: null,
  workflow: 'key',
} as const

/** A body as its contract reads it, or what is wrong with it. */
export type ReadShape = { body: Record<string, unknown> } | { details: ErrorDetail[] }

/** A definition's body with defaults filled in, or why it is not of that shape or key, with paths that begin with `at`. */
export function readShape(kind: DraftKind, key: string, body: Record<string, unknown>, at = ''): ReadShape {
  const result = contracts[kind].safeParse(body)
  if (!result.success) return { details: inputDetails(result.error, `${at}body`) }
  const part = keyPart[kind]
  if (part !== null && result.data[part] !== key)
    return {
      details: [{ path: `${at}body.${part}`, code: 'key', message: 'This is not the key in the address.' }],
    }
  return { body: result.data }
}

/** As `readShape`; throws 422 for what is wrong. */
export function checkShape(
  kind: DraftKind,
  key: string,
  body: Record<string, unknown>,
): Record<string, unknown> {
  const read = readShape(kind, key, body)
  if ('details' in read) throw invalid(read.details)
  return read.body
}
