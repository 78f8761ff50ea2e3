import { z } from 'zod'
import type { ModelGrant } from '#contracts/role.ts'
import { latestGrants, portalGrants } from '../portal/portal-grants.ts'
import { updateRole } from '../roles/write-role.ts'
import { defineCommand } from './command.ts'

/**
 * Lets customers see their projects and what was issued to them: the lists of `features/portal/grants.json` for models the
 * workspace has. What else customers may stays as it is.
 */
export const portalOpen = defineCommand({
  name: 'portal.open',
  title: 'Open the customer area',
  input: z.strictObject({}),
  changes: ['sys_role'],
  releases: true,
  async run({ tx, caller, workspace }) {
    const known = Object.entries(portalGrants).filter(([key]) => workspace.models.has(key))
    const before = workspace.roles.get('customer')?.grants ?? {}
    const all: Record<string, ModelGrant> = { ...before, ...Object.fromEntries(known) }
    await updateRole(tx, caller, 'stock:customer', { grants: all }, latestGrants)
    return { models: known.map(([key]) => key) }
  },
})
