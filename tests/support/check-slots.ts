import { expect } from 'vitest'
import { compileWorkspace, type WorkspaceDocument } from '#kernel/models/workspace.ts'
import type { SlotRow } from '#kernel/models/slot-plan.ts'
import { slotValues } from '#kernel/sql/slots.ts'
import { sql, toStatement } from '#kernel/sql/sql.ts'

type Ask = <R>(text: string, values?: unknown[]) => Promise<R[]>

/**
 * Compares every typed column of every workspace with what its field's value says it holds. Answers how many values were
 * compared, so that a test can tell that it looked at something. `ask` asks as owner, beyond row-level security.
 */
export async function checkSlots(ask: Ask): Promise<number> {
  let compared = 0
  for (const { id } of await ask<{ id: string }>('select id from app.tenants')) {
    const documents = await ask<WorkspaceDocument>(
      `select e.kind, e.key, e.definition_id as id, v.body, '' as created_at from app.tenants t
       join app.release_entries e on e.tenant_id = t.id and e.release_id = t.release_id
       join app.definition_versions v on v.tenant_id = e.tenant_id and v.id = e.version_id
       where t.id = $1 and e.kind in ('model', 'archetype')`,
      [id],
    )
    const rows = await ask<SlotRow>(
      "select * from app.field_slots where tenant_id = $1 and state = 'ready'",
      [id],
    )
    const workspace = compileWorkspace(id, id, documents, { id, rows })
    for (const [modelId, model] of workspace.modelsById) {
      const values = slotValues(model, sql`attributes`)
      for (const { column, value } of values) {
        const { text } = toStatement(value)
        const [found] = await ask<{ wrong: number; all: number }>(
          `select count(*) filter (where ${column} is distinct from ${text})::int as wrong, count(*)::int as all
           from app.objects where tenant_id = $1 and model_id = $2 and deleted_at is null`,
          [id, modelId],
        )
        expect(found?.wrong, `${model.key}: ${column} differs from ${text}`).toBe(0)
        compared += found?.all ?? 0
      }
    }
  }
  return compared
}
