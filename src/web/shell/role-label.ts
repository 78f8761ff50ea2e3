import type { Translate } from '#ui/translate.ts'

const builtIn: Record<string, string> = {
  owner: 'Owner',
  admin: 'Admin',
  member: 'Member',
  customer: 'Customer',
}

/** The name of a role that may be one of the product's, which are translated; others are called as the workspace wrote it. */
export const roleName = ({ key, label }: { key: string; label: string }, t: Translate): string =>
  Object.hasOwn(builtIn, key) ? t(label) : label

/** A role as people call it; a role of the workspace's own reads as its key does: `field_tech` → "field tech". */
export const roleLabel = (role: string, t: Translate): string => {
  const known = Object.hasOwn(builtIn, role) ? builtIn[role] : undefined
  return known ? t(known) : role.replaceAll('_', ' ')
}
