import { isJsonObject } from '#base/json.ts'
import { isUuid } from '#base/ids.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { expressionsIn } from '#expressions/expressions-in.ts'
import { parseOnce } from '#expressions/parse-once.ts'
import { namesRead } from '#expressions/walk-tree.ts'
import { mergeAbout, type About } from '../notifications/about.ts'
import type { StepScope } from './step-scope.ts'
import type { StepTurn } from './step-turn.ts'

const readNames = parseOnce((tree) => namesRead(tree))

interface Drawn {
  id: string
  field: string | null
}

const known = 'select id, model_id from app.objects where tenant_id = $1 and id = any ($2::uuid[])'

/**
 * The records that texts of a step take values from, with the fields where they are named plainly: `record.title` is the
 * title of the record, `steps.found.rows` is all of those. What is written in the workflow itself is about none.
 */
export async function recordsDrawn(
  { context: { tx, caller }, scope, run }: Pick<StepTurn, 'context' | 'scope' | 'run'>,
  texts: readonly unknown[],
): Promise<About[]> {
  const drawn = [...expressionsIn(texts)].flatMap(({ text }) => {
    const paths = readNames(text)
    return paths instanceof ExpressionError
      ? []
      : paths.flatMap((path) => drawnBy(path, scope, run.record_id))
  })
  if (drawn.length === 0) return []
  const ids = [...new Set(drawn.map(({ id }) => id))]
  // Ids of people and runs are among them; those are no records.
  const { rows } = await tx.query<{ id: string; model_id: string }>(known, [caller.tenantId, ids])
  const models = new Map(rows.map(({ id, model_id: model }) => [id, model]))
  return mergeAbout(
    drawn.flatMap(({ id, field }) => {
      const model = models.get(id)
      return model === undefined ? [] : [{ model, id, ...(field !== null && { fields: [field] }) }]
    }),
  )
}

function drawnBy(path: readonly string[], scope: StepScope, recordId: string | null): Drawn[] {
  let at: unknown = scope
  // The values a change overwrote are those of the record.
  let inside: Drawn | null =
    path[0] === 'before' && recordId !== null ? { id: recordId, field: path[1] ?? null } : null
  for (const [depth, key] of path.entries()) {
    at = isJsonObject(at) && Object.hasOwn(at, key) ? at[key] : null
    const id = idOf(at)
    if (id !== null) inside = { id, field: path[depth + 1] ?? null }
  }
  return [...(inside ? [inside] : []), ...idsIn(at).map((id) => ({ id, field: null }))]
}

const idOf = (value: unknown): string | null =>
  isJsonObject(value) && typeof value['id'] === 'string' && isUuid(value['id'])
    ? value['id'].toLowerCase()
    : null

function idsIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn)
  if (!isJsonObject(value)) return []
  const id = idOf(value)
  return [...(id === null ? [] : [id]), ...Object.values(value).flatMap(idsIn)]
}
