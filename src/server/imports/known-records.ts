import type { Message } from '#base/saying.ts'
import { isUuid } from '#base/ids.ts'
import { canonicalJson } from '#base/json.ts'
import type { Field } from '#contracts/field.ts'
import type { Where } from '#contracts/query.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { ask, type RecordContext } from '../records/record-context.ts'
import { idField } from './match-columns.ts'
import { keyText, type FileRow } from './row-batches.ts'

/** Ids of the records that have these values in the key field, as far as this person may see them; null where several have it. */
export async function knownRecords(
  context: RecordContext,
  model: ModelInfo,
  field: Field,
  rows: readonly FileRow[],
): Promise<Map<string, string | null>> {
  const texts = rows.map(({ values }) => keyText(field, values[field.key])).filter((text) => text !== null)
  const values = [...new Set(texts)]
    .map((text) => JSON.parse(text) as unknown)
    .filter((value) => field !== idField || (typeof value === 'string' && isUuid(value)))
  const found = new Map<string, string | null>()
  for (let start = 0; start < values.length; start += 500) {
    const where: Where = { field: field.key, op: 'in', value: values.slice(start, start + 500) }
    for (let after: string | null | undefined; after !== null;) {
      const answer = await ask(context, {
        model: model.key,
        fields: ['id', field.key],
        where,
        page: { size: 500, ...(after !== undefined && { after }) },
      })
      for (const row of answer.rows) {
        const text = canonicalJson(row[field.key])
        if (typeof row.id === 'string') found.set(text, found.has(text) ? null : row.id)
      }
      after = answer.page.after
    }
  }
  return found
}

/** Why a row that names a record finds none it could change; undefined for one that does, or that is a new record. */
export function lostRow(key: Field, known: string | null | undefined, isNamed: boolean): Message | undefined {
  if (known === null)
    return { message: 'Several records have this key, so nobody can say which one is meant.' }
  if (key === idField && isNamed && known === undefined)
    return { message: 'There is no record with this Id.' }
  return undefined
}
