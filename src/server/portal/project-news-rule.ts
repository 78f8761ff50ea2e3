import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed } from '../estimates/stored-version.ts'
import { tell } from '../estimates/tell-of-estimates.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { closedTo } from './closed-places.ts'
import { isAsItWas } from '../records/as-it-was.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'

type Values = Readonly<Record<string, unknown>>

/** News is dated when it is shared, and whom it is for is told once; taken back, it is shared anew like any other. */
export const projectNewsRule: StandardRule = async (context, model, changes) => {
  // What comes back was told when it was shared, and keeps its date.
  if (isAsItWas(context)) return []
  const now = new Date().toISOString()
  const derived = new Map<string, Values>()
  for (const { id, before, after } of changes) {
    const [was, is] = [before?.['shared'] === true, after?.['shared'] === true]
    if (!after || was === is) continue
    derived.set(id, { shared_at: is ? now : null })
    if (is) await tellShared(context, model, id, after)
  }
  const kept = await keepValues(context, model, derived as DerivedValues, causeOf(model, changes))
  return [{ model, changes: kept }]
}

const peopleOf = 'select user_id, role from app.people_of_record($1)'

/** Tells those who stand for the customer it is for and may read it, with its title where they may read that. */
async function tellShared(context: RecordContext, model: ModelInfo, id: string, news: Values): Promise<void> {
  const { tx, workspace } = context
  const [project] = await loadObjects(context, modelNamed(context, 'projects'), [
    ...linkedIds([news], 'project'),
  ])
  // It is in the bin: nobody but the workspace sees news of it.
  if (!project) return
  const customer = textOf(news, 'customer') ?? textOf(project.attributes, 'customer')
  if (customer === null || (await closedTo(tx, workspace, customer)).includes(project.id)) return
  const { rows } = await tx.query<{ user_id: string; role: string }>(peopleOf, [customer])
  for (const { user_id: userId, role } of rows) {
    const access = compilePermissions(workspace, role)
    if (!access.can(model, 'read')) continue
    const named = access.readable(model).has('title')
    await tell(context, [userId], {
      subject: 'There is news of your project',
      message: named ? (textOf(news, 'title') ?? '') : '',
      link: `/customer/project/${project.id}`,
      about: [{ model, id, fields: named ? ['title'] : [] }],
    })
  }
}
