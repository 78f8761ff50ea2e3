import type { Role } from '#contracts/role.ts'
import type { Access } from '#kernel/permissions/compile-permissions.ts'

/** A role as others may see it: what exactly it may is for those who manage roles, since a grant names models. */
export function visibleRole(role: Role, access: Access): Role {
  if (access.manages('roles')) return role
  const { grants: _, ...rest } = role
  return { ...rest, manage: [] }
}
