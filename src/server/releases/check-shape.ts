import type { z } from 'zod'
import { invalid } from '#base/app-error.ts'
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

/**
 * A definition's body as its contract reads it, defaults filled in. Throws 422 for what is not of that shape or another
 * key, with paths that begin with `at`.
 */
export function checkShape(
  kind: DraftKind,
  key: string,
  body: Record<string, unknown>,
  at = '',
): Record<string, unknown> {
  const result = contracts[kind].safeParse(body)
  if (!result.success) throw invalid(inputDetails(result.error, `${at}body`))
  const part = keyPart[kind]
  if (part !== null && result.data[part] !== key)
    throw invalid([
      { path: `${at}body.${part}`, code: 'key', message: 'This is not the key in the address.' },
    ])
  return result.data
}
