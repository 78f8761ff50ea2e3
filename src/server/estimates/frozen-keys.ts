import { must } from '#base/assert.ts'
import { standardModel } from '../standard-models/standard-models.ts'

/** What may still be written once a version is no draft; migration 0096 names all others. */
const free: Readonly<Record<string, readonly string[]>> = {
  estimate_versions: ['status', 'label', 'valid_until', 'internal_note', 'issued_at'],
  estimate_lines: ['internal_note', 'cost_center', 'documents'],
  estimate_markups: [],
  estimate_quotes: ['note', 'documents'],
  estimate_resources: [],
  estimate_variables: [],
  line_classifications: ['note'],
}

const known = new Map<string, ReadonlySet<string>>()

/** The fields of a standard model that are fixed with the version they belong to. A workspace's own fields stay open. */
export function frozenKeys(model: string): ReadonlySet<string> {
  let keys = known.get(model)
  if (!keys) {
    const open = new Set(free[model] ?? [])
    const { fields } = must(standardModel(model)).schema
    known.set(model, (keys = new Set(fields.map(({ key }) => key).filter((key) => !open.has(key)))))
  }
  return keys
}
