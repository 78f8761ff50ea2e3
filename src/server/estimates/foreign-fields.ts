import { plainFields } from '#contracts/is-computed-field.ts'
import type { RecordContext } from '../records/record-context.ts'
import { standardModel } from '../standard-models/standard-models.ts'

/**
 * What markups are for came late: a workspace can have fields of its own under these keys, and then its values say nothing
 * of it. Answers the keys of those that are not the product's: other types, other targets, or kept by people.
 */
export function foreignFields({ workspace }: RecordContext): ReadonlySet<string> {
  const own = workspace.models.get('estimate_markups')?.fields
  const product = plainFields(standardModel('estimate_markups')?.schema.fields ?? [])
  return new Set(
    product.flatMap(({ key, type, target, many = false, derived = false }) => {
      if (!scopes.has(key)) return []
      const field = own?.get(key)?.field
      const isSame =
        field?.type === type &&
        field.target === target &&
        (field.many ?? false) === many &&
        (field.derived ?? false) === derived
      return isSame ? [] : [key]
    }),
  )
}

const scopes = new Set(['section', 'basis_groups', 'groups'])
