import { AppError } from '#base/app-error.ts'
import { modelFor, type RecordContext } from '../records/record-context.ts'

const parts = ['estimate_versions', 'estimate_lines', 'estimate_resources', 'estimate_markups'] as const

/** What is in no sum, and told or copied by nothing that asks for the whole; nor is what the system keeps of a record. */
const beside: Readonly<Record<string, readonly string[]>> = {
  estimate_versions: ['exchange_rates', 'internal_note'],
  estimate_lines: ['documents', 'internal_note'],
}

/**
 * Whether this person reads every field that goes into the sums of a version, of every record. 404 for a model they may not
 * see at all.
 */
export function mayReadWhole(context: RecordContext): boolean {
  const { access, workspace } = context
  const all = [...parts, ...(workspace.models.has('estimate_variables') ? ['estimate_variables'] : [])]
  return all.every((key) => {
    const model = modelFor(context, key, 'read')
    const readable = access.readable(model)
    const asked = [...model.fields]
      .filter(([field, { system }]) => !system && !beside[key]?.includes(field))
      .map(([field]) => field)
    return access.rowRule(model) === null && asked.every((field) => readable.has(field))
  })
}

/** As `mayReadWhole`; false, too, where one of these models or of the others named is not there or not for this person. */
export function mayTellWhole(context: RecordContext, others: readonly string[]): boolean {
  const { access, workspace } = context
  const isOpen = (key: string): boolean => {
    const model = workspace.models.get(key)
    return model !== undefined && access.can(model, 'read')
  }
  return [...parts, ...others].every(isOpen) && mayReadWhole(context)
}

/** What is worked out from all of a version tells of all of it: 403 for whoever may not read that. */
export function requireWhole(context: RecordContext): void {
  if (!mayReadWhole(context))
    throw new AppError('forbidden', 'Your role does not see all that this estimate is made of.')
}
