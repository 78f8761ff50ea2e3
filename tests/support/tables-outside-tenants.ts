/** The tables of schema `app` that do not begin with tenant_id, and why. Everything else must. */
export const tablesOutsideTenants: Record<string, string> = {
  tenants: 'the workspaces themselves',
  memberships:
    'asked by person before the workspace is known; begins with tenant_id, but has an index by person',
  users: 'people exist beside workspaces',
  personal_settings: 'belong to a person, in every workspace',
  token_directory: 'finds the workspace of a secret that was shown once',
  stock_screens: 'what the product ships, the same for everybody',
}
