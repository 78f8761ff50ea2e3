import {
  verbs,
  type ManageArea,
  type ModelGrant,
  type OutsideRole,
  type Role,
  type Verb,
} from './role-parts.ts'

/** What is being changed of a role. `grants` null: as a built-in member. */
export interface RoleDraft {
  label: string
  description: string
  grants: Record<string, ModelGrant> | null
  manage: ManageArea[]
}

export const toDraft = (role: Role): RoleDraft => ({
  label: role.label,
  description: role.description ?? '',
  grants: role.grants ?? null,
  manage: role.manage,
})

/** What a role without grants of its own may do: as a member. */
export const memberGrants: Record<string, ModelGrant> = {
  '*': { verbs: ['read', 'create', 'update', 'export'] },
}

/** Gives or takes a verb. Nothing can be done to records that cannot be read. */
export function withVerb(grant: ModelGrant | undefined, verb: Verb, given: boolean): ModelGrant {
  const before = new Set(grant?.verbs ?? [])
  if (given) before.add(verb).add('read')
  else if (verb === 'read') before.clear()
  else before.delete(verb)
  return { ...grant, verbs: verbs.filter((one) => before.has(one)) }
}

/** The same for outsiders: who is not signed in may send in what they cannot read, and no grant is an empty one. */
export function withOutsideVerb(
  grant: ModelGrant | undefined,
  verb: Verb,
  given: boolean,
  role: OutsideRole,
): ModelGrant | null {
  const next =
    role === 'public'
      ? {
          ...grant,
          verbs: verbs.filter((one) => (one === verb ? given : grant?.verbs.includes(one) === true)),
        }
      : withVerb(grant, verb, given)
  return next.verbs.length === 0 ? null : { ...next, fields: next.fields ?? { read: [], write: [] } }
}

/** Whether anything was changed. */
export const isChanged = (role: Role, draft: RoleDraft): boolean =>
  JSON.stringify(toDraft(role)) !== JSON.stringify(draft)
