import { invalid } from '#base/app-error.ts'
import type { RecordHit } from '#contracts/api/search.ts'
import { isOutsideRole } from '#contracts/role.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { ResolvedQuery } from '#kernel/query/resolved-query.ts'
import { among, compileSearches } from '#kernel/sql/compile-search.ts'
import { portalAddresses } from '../portal/portal-addresses.ts'
import { isNamedByProduct } from '../standard-models/mark-own-words.ts'
import { rolesOf } from '../workspaces/roles-of.ts'
import { answer, prepare, type RecordContext } from './record-context.ts'

const perModel = 4
// An index knows words by three letters in a row; whoever looks for fewer looks in a list.
const shortest = 3

/**
 * Records of every model this reader may read that hold all words of a text, a few of each, models by name. One statement
 * asks the index for all models; only those it finds something in are asked by the reader's own question, so that what may
 * not be seen is neither shown nor counted. Throws 422 for a text without a word of three letters.
 */
export async function searchEverywhere(
  context: RecordContext,
  { text, size }: { text: string; size: number },
): Promise<RecordHit[]> {
  if (!text.split(/\s+/).some((word) => [...word].length >= shortest))
    throw invalid([{ path: 'text', code: 'short', message: 'Write a word of three letters or more.' }])
  const { workspace, access, tx } = context
  const outside = rolesOf(context.caller).some(isOutsideRole)
  const models = [...workspace.models.values()]
    .filter((model) => model.kind === 'objects' && access.can(model, 'read'))
    .toSorted((a, b) => (a.label < b.label ? -1 : 1))
  const questions = models.map((model) =>
    prepare(context, { model: model.key, search: text, page: { size: perModel } }),
  )
  const found = await askIndex(tx, questions)
  const hits: RecordHit[] = []
  for (const [at, question] of questions.entries()) {
    const model = models[at]
    const ids = found.get(at)
    if (hits.length >= size || !model || ids?.length === 0) continue
    // Null, not absent: the index was asked, and would say the same again.
    const { rows } = await answer(context, ids ? among(question, ids) : question, { often: ids === null })
    const paths = outside && rows.length > 0 ? await portalAddresses(context, model.key, rows) : null
    for (const row of rows) {
      const path = paths?.get(String(row['id']))
      hits.push({ model: modelNames(model), row, ...(path !== undefined && { path }) })
    }
  }
  return hits.slice(0, size)
}

/** By place in the list: ids that may hold the words; null where there are many, absent where no index knows. */
async function askIndex(
  tx: RecordContext['tx'],
  questions: readonly ResolvedQuery[],
): Promise<ReadonlyMap<number, string[] | null>> {
  const statement = compileSearches(questions)
  if (!statement) return new Map()
  const { rows } = await tx.query<{ at: number; ids: string[] | null }>(statement.text, statement.values)
  return new Map(rows.map(({ at, ids }) => [at, ids]))
}

/** What a list of records of many models says of one of them. */
export const modelNames = (model: ModelInfo): RecordHit['model'] => ({
  key: model.key,
  label: model.label,
  icon: model.source?.icon ?? 'file',
  title_field: model.titleField,
  ours: isNamedByProduct(model),
})
