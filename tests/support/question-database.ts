import pg from 'pg'
import type { Workspace } from '#kernel/models/workspace.ts'
import { searchSlot, slotValues } from '#kernel/sql/slots.ts'
import { identifier, join, sql, toStatement } from '#kernel/sql/sql.ts'
import { createMigratedDatabase } from './start-test-database.ts'
import { modelIds, type WorldRow } from './query-world.ts'

export interface QuestionDatabase {
  client: pg.Client
  drop(): Promise<void>
}

/**
 * The product's own tables, asked as the database's owner: no policy stands behind the compiler here, so what it forgets
 * shows. Records may be stored without the workspace and definitions they belong to.
 */
export async function startQuestionDatabase(): Promise<QuestionDatabase> {
  const database = await createMigratedDatabase()
  const client = new pg.Client(database.url)
  await client.connect()
  await client.query('set session_replication_role = replica')
  return {
    client,
    async drop() {
      await client.end()
      await database.drop()
    },
  }
}

/** Writes a world's records into a workspace. */
export async function storeRows(
  client: pg.Client,
  tenantId: string,
  rows: readonly WorldRow[],
): Promise<void> {
  const stored = rows.map((row) => ({ ...row, model_id: modelIds[row.model] }))
  await client.query(
    `insert into app.objects
       (tenant_id, id, token, model_id, archetype_id, attributes, created_at, created_by, updated_at, updated_by, deleted_at)
     select $1::uuid, id, 'token-' || id, model_id, archetype_id, attributes, created_at, created_by, created_at,
       created_by, case when deleted then now() end
     from jsonb_to_recordset($2::jsonb) as r (id uuid, model_id uuid, archetype_id uuid, attributes jsonb,
       created_at timestamptz, created_by uuid, deleted boolean)`,
    [tenantId, JSON.stringify(stored)],
  )
}

/** Puts what belongs there into the slots that a workspace's fields own and that are ready; others stay empty. */
export async function fillSlots(client: pg.Client, workspace: Workspace): Promise<void> {
  for (const model of workspace.modelsById.values()) {
    const ready = [...model.fields.values()].flatMap(({ sql: place }) =>
      place.in === 'attributes' && place.slot?.ready ? [place.slot.name] : [],
    )
    const values = slotValues(model, sql`attributes`, [
      ...ready,
      ...(model.search?.ready ? [searchSlot] : []),
    ])
    if (values.length === 0) continue
    const assignments = join(
      values.map(({ column, value }) => sql`${identifier(column)} = ${value}`),
      ', ',
    )
    const { text } = toStatement(sql`update app.objects set ${assignments}`)
    await client.query(`${text} where tenant_id = $1 and model_id = $2`, [workspace.tenantId, model.id])
  }
}
