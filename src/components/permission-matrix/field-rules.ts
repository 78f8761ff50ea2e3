import type { FieldPermission } from '#contracts/permission.ts'

/** Who may read and write one field; null while everybody may who may use the model. */
export type FieldRule = { read: string[]; write: string[] } | null

export type FieldRules = Record<string, FieldRule>

/** The rules of one model by field key. */
export function toRules(
  permissions: readonly FieldPermission[],
  modelId: string,
  keys: readonly string[],
): FieldRules {
  const own = new Map(
    permissions.filter((one) => one.model_id === modelId).map((one) => [one.field_key, one]),
  )
  return Object.fromEntries(
    keys.map((key) => {
      const found = own.get(key)
      return [key, found ? { read: found.read_roles, write: found.write_roles } : null]
    }),
  )
}

/** What a save must write and take away. */
export function ruleChanges(
  before: FieldRules,
  after: FieldRules,
  modelId: string,
): { write: FieldPermission[]; remove: string[] } {
  const changed = Object.keys(after).filter(
    (key) => JSON.stringify(sorted(before[key])) !== JSON.stringify(sorted(after[key])),
  )
  const write: FieldPermission[] = []
  const remove: string[] = []
  for (const key of changed) {
    const rule = after[key]
    if (rule)
      write.push({ model_id: modelId, field_key: key, read_roles: rule.read, write_roles: rule.write })
    else remove.push(key)
  }
  return { write, remove }
}

/** Gives or takes a right. Who may write may also read: a value that cannot be seen is not written by hand. */
export function withRight(
  rule: NonNullable<FieldRule>,
  role: string,
  right: 'read' | 'write',
  given: boolean,
): NonNullable<FieldRule> {
  const add = (list: string[]): string[] => (list.includes(role) ? list : [...list, role])
  const drop = (list: string[]): string[] => list.filter((one) => one !== role)
  if (right === 'write')
    return given ? { read: add(rule.read), write: add(rule.write) } : { ...rule, write: drop(rule.write) }
  return given ? { ...rule, read: add(rule.read) } : { read: drop(rule.read), write: drop(rule.write) }
}

const sorted = (rule: FieldRule | undefined): FieldRule =>
  rule ? { read: rule.read.toSorted(), write: rule.write.toSorted() } : null
