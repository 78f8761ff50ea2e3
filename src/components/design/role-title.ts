import type { Role } from '#contracts/role.ts'
import type { Translate } from '#ui/translate.ts'

/** A role's name: those of the product are translated, the workspace's own words stay as they are. */
export const roleTitle = (
  { label, built_in: builtIn }: Pick<Role, 'label' | 'built_in'>,
  t: Translate,
): string => (builtIn ? t(label) : label)
