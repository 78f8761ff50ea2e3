import { withoutOldColours } from '#contracts/option-colour.ts'
import type { Tx } from '../database/in-tenant.ts'

export type DefinitionKind =
  | 'model'
  | 'archetype'
  | 'role'
  | 'field_permissions'
  | 'route'
  | 'layout'
  | 'view'
  | 'settings'
  | 'workflow'

/** One definition as the release of the transaction has it. Times are ISO texts. */
export interface Definition {
  id: string
  kind: DefinitionKind
  key: string
  body: Record<string, unknown>
  version_id: string
  created_at: string
  created_by: string
  updated_at: string
  updated_by: string
}

const columns = `id, kind, key, body, version_id, to_json(created_at)#>>'{}' as created_at, created_by,
  to_json(updated_at)#>>'{}' as updated_at, updated_by`

/** Every released definition of a kind, by key. */
export async function listDefinitions(tx: Tx, kind: DefinitionKind): Promise<Definition[]> {
  const { rows } = await tx.query<Definition>(
    `select ${columns} from app.released where tenant_id = app.current_tenant() and kind = $1 order by key`,
    [kind],
  )
  return asRead(rows)
}

/** A released definition by its key, or null. */
export async function readDefinition(tx: Tx, kind: DefinitionKind, key: string): Promise<Definition | null> {
  const { rows } = await tx.query<Definition>(
    `select ${columns} from app.released where tenant_id = app.current_tenant() and kind = $1 and key = $2`,
    [kind, key],
  )
  return asRead(rows)[0] ?? null
}

/** A released definition by its id, or null. */
export async function readDefinitionById(
  tx: Tx,
  kind: DefinitionKind,
  id: string,
): Promise<Definition | null> {
  const { rows } = await tx.query<Definition>(
    `select ${columns} from app.released where tenant_id = app.current_tenant() and kind = $1 and id = $2`,
    [kind, id],
  )
  return asRead(rows)[0] ?? null
}

const asRead = (rows: readonly Definition[]): Definition[] =>
  rows.map((row) => ({ ...row, body: withoutOldColours(row.body) }))
