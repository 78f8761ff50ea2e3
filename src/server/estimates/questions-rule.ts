import { invalid } from '#base/app-error.ts'
import { must } from '#base/assert.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { insertNotifications } from '../notifications/insert-notifications.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { textOf } from './read-value.ts'
import { modelNamed } from './stored-version.ts'

type Values = Readonly<Record<string, unknown>>

const titleLength = 120

/**
 * A question stays as it was asked; who looks after the project is told of it, and who asked is told of the answer.
 */
export const questionsRule: StandardRule = async (context, model, changes) => {
  const { caller } = context
  const now = new Date().toISOString()
  const derived = new Map<string, Values>()
  for (const { id, before, after } of changes) {
    if (!after) continue
    if (before && textOf(before, 'question') !== textOf(after, 'question'))
      throw invalid([
        { path: 'attributes.question', code: 'kept', message: 'A question stays as it was asked.' },
      ])
    if (before && textOf(before, 'answer') === textOf(after, 'answer')) continue
    const estimate = await estimateOf(context, after)
    if (!before) {
      const title = (textOf(after, 'question') ?? '').split('\n')[0]?.slice(0, titleLength) ?? ''
      derived.set(id, { title, estimate: estimate.id, asked_at: now, asked_by: caller.userId })
      await tell(context, estimate.keeper, 'A customer asks', title, '/estimates/questions')
    } else if (textOf(after, 'answer') !== null) {
      derived.set(id, { answered_at: now, answered_by: caller.userId })
      const link = `/customer/estimates/${estimate.id}`
      await tell(
        context,
        textOf(after, 'asked_by'),
        'Your question was answered',
        textOf(after, 'title') ?? '',
        link,
      )
    } else derived.set(id, { answered_at: null, answered_by: null })
  }
  const kept = await keepValues(context, model, derived as DerivedValues, causeOf(model, changes))
  return [{ model, changes: kept }]
}

async function tell(
  { tx, caller }: RecordContext,
  userId: string | null,
  subject: string,
  message: string,
  link: string,
): Promise<void> {
  if (userId !== null && userId !== caller.userId)
    await insertNotifications(tx, caller.tenantId, [{ userId, subject, message, link }])
}

const makerOf = 'select created_by from app.objects where tenant_id = $1 and id = $2'

/** The estimate of a question, and who is told: the manager of its project, or else whoever made the version. */
async function estimateOf(
  context: RecordContext,
  question: Values,
): Promise<{ id: string; keeper: string | null }> {
  const { tx, caller } = context
  const load = (key: string, ids: ReadonlySet<string>) =>
    loadObjects(context, modelNamed(context, key), [...ids])
  const [version] = await load('estimate_versions', linkedIds([question], 'version'))
  const [estimate] = await load('estimates', linkedIds([must(version).attributes], 'estimate'))
  const [project] = await load('projects', linkedIds([must(estimate).attributes], 'project'))
  const manager = project ? textOf(project.attributes, 'manager') : null
  if (manager !== null) return { id: must(estimate).id, keeper: manager }
  const { rows } = await tx.query<{ created_by: string | null }>(makerOf, [caller.tenantId, must(version).id])
  return { id: must(estimate).id, keeper: rows[0]?.created_by ?? null }
}
