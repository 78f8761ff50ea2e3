import { must } from '#base/assert.ts'
import { linkText } from '#kernel/sql/computed-joins.ts'
import { identifier, sql, toStatement } from '#kernel/sql/sql.ts'
import type { RecordContext } from '../records/record-context.ts'
import { foreignFields } from './foreign-fields.ts'

/** The ids of the drafts that have a markup for cost groups of one of these sets. */
export async function draftsForGroups(context: RecordContext, sets: readonly string[]): Promise<string[]> {
  const { models } = context.workspace
  const [markups, versions] = [models.get('estimate_markups'), models.get('estimate_versions')]
  if (!markups || !versions || foreignFields(context).has('groups')) return []
  const row = identifier('o')
  const version = linkText(row, must(markups.fields.get('version')))
  const tenant = sql`${context.caller.tenantId}::uuid`
  const { text, values } = toStatement(sql`
    select v.id from app.objects v
    where v.tenant_id = ${tenant} and v.model_id = ${versions.id}::uuid and v.deleted_at is null
      and v.attributes ->> 'status' = 'draft' and v.id::text in (
        select ${version} from app.objects ${row}
        where ${row}.tenant_id = ${tenant} and ${row}.model_id = ${markups.id}::uuid and ${row}.deleted_at is null
          and ${row}.attributes -> 'groups' ->> 'set' = any(${sets}::text[]))`)
  const { rows } = await context.tx.query<{ id: string }>(text, values, { plan: 'lookup' })
  return rows.map(({ id }) => id)
}
