import type { ErrorDetail } from '#base/app-error.ts'
import { canonicalJson } from '#base/json.ts'
import type { FieldDefinition } from '#contracts/computed-field.ts'
import type { Model } from '#contracts/model.ts'
import type { ModelInfo, Workspace } from '#kernel/models/workspace.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import type { Future } from '../releases/future.ts'
import type { DefinitionChange } from '../releases/release-changes.ts'
import { accessOf } from '../workspaces/access-of.ts'
import { loadWorkspace } from '../workspaces/load-workspace.ts'

const message = 'This tells what you may not read yourself.'

/**
 * Fields by which whoever saves these changes would open what is hidden from themselves: values that are worked out from
 * it and shown to who may not read it, and defaults that copy it. What stays as it was is not theirs to answer for.
 */
export async function checkHiddenInputs(
  tx: Tx,
  caller: Caller,
  changes: readonly DefinitionChange[],
  future: Future,
  prefixed: boolean,
): Promise<ErrorDetail[]> {
  const written = changes.flatMap(({ kind, key, body }) =>
    kind === 'model' && body ? [{ key, fields: (body as Partial<Model>).schema?.fields ?? [] }] : [],
  )
  if (!written.some(({ fields }) => fields.some(opens))) return []
  const now = await loadWorkspace(tx, caller.tenantId)
  const later = future.workspace()
  const access = accessOf(later, caller)
  return written.flatMap(({ key: modelKey, fields }) => {
    const model = later.models.get(modelKey)
    const before = new Map(
      now.models.get(modelKey)?.source?.schema?.fields.map((field) => [field.key, field]),
    )
    const prefix = prefixed ? `model.${modelKey}.` : ''
    return fields.flatMap((field, index): ErrorDetail[] => {
      const old = before.get(field.key)
      if (!model || !opens(field) || (old && canonicalJson(old) === canonicalJson(field))) return []
      const part = isDeclassified(field) ? 'declassified' : 'default'
      const hides =
        part === 'declassified'
          ? !access.mayReadDefinition(model, field.key)
          : namesHidden(later, access, model, textOf(field))
      return hides
        ? [{ path: `${prefix}schema.fields.${index}.${part}`, code: 'field_forbidden', message }]
        : []
    })
  })
}

const isDeclassified = (field: FieldDefinition): boolean =>
  'declassified' in field && field.declassified === true
const opens = (field: FieldDefinition): boolean => isDeclassified(field) || textOf(field) !== ''

/** The expression a field's default is worked out by, if it is. */
function textOf(field: FieldDefinition): string {
  const value = 'default' in field ? field.default : null
  const text = typeof value === 'object' && value !== null && '=' in value ? value['='] : ''
  return typeof text === 'string' ? text : ''
}

function namesHidden(workspace: Workspace, access: Access, model: ModelInfo, text: string): boolean {
  const rules = workspace.fieldPermissions.get(model.id ?? '') ?? {}
  const isHidden = (name: string): boolean =>
    Object.hasOwn(rules, name) && !access.roles.every((role) => rules[name]?.read_roles.includes(role))
  return [...text.matchAll(/[a-z_]\w*/gi)].some(([name]) => isHidden(name))
}
