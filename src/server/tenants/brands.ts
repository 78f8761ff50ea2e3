import { randomUUID } from 'node:crypto'
import { AppError } from '#base/app-error.ts'
import type { Tenant } from '#contracts/tenant.ts'
import type { Caller, Tx } from '../database/in-tenant.ts'
import { smallPicture } from '../files/pictures/small-picture.ts'
import { recordEvent } from '../releases/record-event.ts'
import { requireManage } from '../workspaces/require-manage.ts'

/** How a workspace looks, as its members are told. */
export type Brand = Pick<Tenant, 'accent' | 'logo'>

interface BrandRow {
  tenant_id: string
  accent: string | null
  logo_id: string | null
}

const plain: Brand = { accent: null, logo: null }
const brandOfRow = ({ tenant_id, accent, logo_id }: BrandRow): Brand => ({
  accent,
  logo: logo_id === null ? null : `/api/logos/${tenant_id}/${logo_id}`,
})

/** The brand of each of a person's workspaces, by id; `brandIn` answers for those that have none. */
export async function myBrands(tx: Tx): Promise<ReadonlyMap<string, Brand>> {
  const { rows } = await tx.query<BrandRow>('select tenant_id, accent, logo_id from app.my_brands()')
  return new Map(rows.map((row) => [row.tenant_id, brandOfRow(row)]))
}

/** The brand of one of them. */
export const brandIn = (brands: ReadonlyMap<string, Brand>, tenantId: string): Brand =>
  brands.get(tenantId) ?? plain

/** The brand of the transaction's workspace. */
export async function brandOf(tx: Pick<Tx, 'query'>, tenantId: string): Promise<Brand> {
  const { rows } = await tx.query<BrandRow>(
    'select tenant_id, accent, logo_id from app.brands where tenant_id = $1',
    [tenantId],
  )
  return rows[0] ? brandOfRow(rows[0]) : plain
}

/** Sets the colour; null goes back to the stock one. The caller has checked the right. */
export async function setAccent(tx: Tx, tenantId: string, accent: string | null): Promise<void> {
  await tx.query(
    `insert into app.brands (tenant_id, accent) values ($1, $2)
     on conflict (tenant_id) do update set accent = excluded.accent`,
    [tenantId, accent],
  )
}

/** Gives the workspace a logo, or takes it away (null). Throws 403, 415 for what is no such picture or a damaged one. */
export async function setLogo(tx: Tx, caller: Caller, bytes: Buffer | null): Promise<void> {
  await requireManage(tx, caller, 'workspace')
  const logo = bytes && (await smallPicture(bytes))
  const id = logo === null ? null : randomUUID()
  await tx.query(
    `insert into app.brands (tenant_id, logo_id, logo, logo_type) values ($1, $2, $3, $4)
     on conflict (tenant_id) do update set logo_id = excluded.logo_id, logo = excluded.logo, logo_type = excluded.logo_type`,
    [caller.tenantId, id, logo?.bytes ?? null, logo?.type ?? null],
  )
  await recordEvent(tx, caller, {
    kind: 'updated',
    subject: 'tenant',
    recordId: caller.tenantId,
    after: { logo: id },
  })
}

/** A logo's bytes and type, 404 for one that is gone. */
export async function readLogo(
  tx: Pick<Tx, 'query'>,
  tenantId: string,
  logoId: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer>; type: string }> {
  const { rows } = await tx.query<{ logo: Buffer; logo_type: string }>(
    'select * from app.read_logo($1, $2)',
    [tenantId, logoId],
  )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return { bytes: new Uint8Array(row.logo), type: row.logo_type }
}
