import { AppError } from '#base/app-error.ts'
import type { FormDescription } from '#contracts/api/forms.ts'
import { effectiveArchetype } from '#kernel/models/effective-archetype.ts'
import { calculationsOf } from '#kernel/formulas/calculations.ts'
import { formSchema } from '#kernel/models/form-schema.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'
import type { RecordContext } from '../records/record-context.ts'

// By what was allowed, not by the role's name: a look as somebody else and a narrowed token have the name alone in common.
const cache = new WeakMap<Access, Map<string, FormDescription>>()

/** The module is large and only forms need it. */
const compiler = () => import('./compile-validator.ts')

/**
 * The form of a model for this role: schema, arrangement, and the address of its compiled validator, which is kept in
 * this transaction. The same release, role, model and archetype give the same form, compiled once a process.
 */
export async function modelForm(
  context: RecordContext,
  key: string,
  archetypeId: string | null,
): Promise<FormDescription> {
  const { tx, caller, workspace, access } = context
  const model = workspace.models.get(key)
  if (!model || !access.can(model, 'read')) throw new AppError('not_found')
  if (archetypeId !== null && !workspace.archetypes.has(archetypeId)) throw new AppError('not_found')
  const place = `${key} ${archetypeId}`
  const forms = cache.get(access) ?? new Map<string, FormDescription>()
  cache.set(access, forms)
  const known = forms.get(place)
  if (known) return known
  const { archetype } = effectiveArchetype(workspace, model, archetypeId)
  const { schema, uiSchema, conditions } = formSchema(model, archetype, access)
  const { compileValidator } = await compiler()
  const { name, code } = compileValidator(schema, caller.tenantId)
  await tx.query('select app.keep_validator($1, $2)', [name, code])
  const calculations = calculationsOf(workspace, model, access)
  const form = {
    schema,
    ui_schema: uiSchema,
    conditions,
    calculations,
    validator: `/api/validators/${name}.js`,
  }
  tx.afterCommit(async () => void forms.set(place, form))
  return form
}
