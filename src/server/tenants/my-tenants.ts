import type { Tenant } from '#contracts/tenant.ts'
import type { Tx } from '../database/in-tenant.ts'

export interface MyTenant extends Omit<Tenant, 'accent' | 'logo'> {
  /** Whether it is the one chosen last. */
  selected: boolean
}

/** The workspaces of the person whose transaction this is, by name. */
export async function myTenants(tx: Tx): Promise<MyTenant[]> {
  const { rows } = await tx.query<MyTenant>('select * from app.my_tenants()')
  return rows
}
