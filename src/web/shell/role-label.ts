import type { Translate } from '#ui/translate.ts'

const builtIn: Record<string, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  customer: 'Customer',
}

/** A role as people call it; a role of the workspace's own reads as its key does: `field_tech` → "field tech". */
export const roleLabel = (role: string, t: Translate): string => {
  const known = Object.hasOwn(builtIn, role) ? builtIn[role] : undefined
  return known ? t(known) : role.replaceAll('_', ' ')
}
