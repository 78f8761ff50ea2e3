import { must } from '#base/assert.ts'
import type { MyRecord } from '#contracts/api/mine.ts'
import { optionParts } from '#contracts/option-parts.ts'
import type { QueryResult, Where } from '#contracts/query.ts'
import type { FieldInfo } from '#kernel/models/field-info.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { answerQuestions } from '../records/answer-questions.ts'
import type { RecordContext } from '../records/record-context.ts'
import { personOf } from './person-of.ts'
import { modelNames } from '../records/search-everywhere.ts'

/**
 * The records that name a person in a field somebody filled in, the last changed first. What has come to the end of its
 * states asks nothing of them any more.
 */
export async function assignedRecords(context: RecordContext, size: number): Promise<MyRecord[]> {
  const { caller, workspace, access } = context
  const userId = personOf(caller)
  if (!userId) return []
  const asked = [...workspace.models.values()].flatMap((model) => {
    if (model.kind !== 'objects' || !access.can(model, 'read')) return []
    const fields = namingFields(access.readable(model))
    return fields.length === 0 ? [] : [{ model, fields }]
  })
  // A model that cannot be asked now leaves the others their answers.
  const answers = await answerQuestions(
    context,
    asked.map(({ model, fields }) => ({
      model: model.key,
      where: { and: [{ or: fields.map((field) => names(field, userId)) }, ...notAtEnd(context, model)] },
      sort: [{ field: 'updated_at', dir: 'desc' }],
      page: { size },
    })),
  )
  const found: MyRecord[] = []
  for (const [at, { model, fields }] of asked.entries()) {
    const { rows = [] } = JSON.parse(must(answers[at])) as Partial<QueryResult>
    for (const row of rows) {
      const field = fields.find(({ key }) => JSON.stringify(row[key] ?? null).includes(userId))
      found.push({
        model: modelNames(model),
        row,
        field: field?.label ?? null,
        at: String(row['updated_at']),
      })
    }
  }
  return found.toSorted((a, b) => (a.at > b.at ? -1 : 1)).slice(0, size)
}

/** Fields with people that people fill in: who made a record, or answered, is not asked for anything. */
const namingFields = (readable: ReadonlyMap<string, FieldInfo>): FieldInfo[] =>
  [...readable.values()].filter(
    ({ type, system, computed, field }) => type === 'user' && !system && !computed && field.derived !== true,
  )

const names = ({ key, kind }: FieldInfo, userId: string): Where => ({
  field: key,
  op: kind === 'list' ? 'contains' : 'eq',
  value: userId,
})

/** For each state that says which follow which: those that nothing follows are left out. */
function notAtEnd({ access }: RecordContext, model: ModelInfo): Where[] {
  return [...access.readable(model).values()].flatMap(({ key, field }) => {
    if (!field.transitions) return []
    const states = (field.options ?? []).map((option) => optionParts(option).value)
    const ends = states.filter((value) => (field.transitions?.[value] ?? []).length === 0)
    return ends.length === 0 ? [] : [{ not: { field: key, op: 'in' as const, value: ends } }]
  })
}
