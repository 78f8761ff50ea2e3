import { must } from '#base/assert.ts'
import { linkText } from '#kernel/sql/computed-joins.ts'
import { identifier, sql, toStatement } from '#kernel/sql/sql.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordChange } from '../formulas/affected-records.ts'
import type { RecordContext } from '../records/record-context.ts'
import type { EventCause } from '../records/update-rows.ts'
import type { Followed } from '../standard-models/standard-rule.ts'
import { foreignFields } from './foreign-fields.ts'
import { keepVersions } from './keep-version.ts'
import { textOf } from './read-value.ts'

/**
 * Works out the drafts whose markups are for cost groups of a set in which groups were made, moved, deleted or brought
 * back: what is inside the chosen groups may be other than before. Other changes of groups are of no matter to sums.
 */
export async function keepGroupMarkups(
  context: RecordContext,
  changes: readonly RecordChange[],
  cause: EventCause,
): Promise<Followed[]> {
  const placed = changes.filter(
    ({ before, after }) =>
      !before || !after || ['parent', 'set'].some((key) => textOf(before, key) !== textOf(after, key)),
  )
  const sets = linkedIds(
    placed.flatMap(({ before, after }) => [before, after]),
    'set',
  )
  if (sets.size === 0) return []
  return keepVersions(context, await draftsFor(context, [...sets]), cause)
}

async function draftsFor(context: RecordContext, sets: readonly string[]): Promise<string[]> {
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
