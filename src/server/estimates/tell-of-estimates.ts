import { must } from '#base/assert.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePermissions } from '#kernel/permissions/compile-permissions.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { insertNotifications } from '../notifications/insert-notifications.ts'
import type { ProductSubject } from '../notifications/product-subjects.ts'
import { closedTo } from '../portal/closed-places.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { textOf } from './read-value.ts'
import { modelNamed, type StoredRow } from './stored-version.ts'

type Values = Readonly<Record<string, unknown>>

interface Word {
  subject: ProductSubject
  message: string
  link: string
  /** The records and fields its words were made from. */
  about: readonly Drawn[]
}

interface Drawn {
  model: ModelInfo
  id: string
  fields: readonly string[]
}

/** Tells people, in the product and by mail; nobody is told what they did themselves. */
export async function tell(
  { tx, caller }: RecordContext,
  people: readonly (string | null)[],
  { about: drawn, ...word }: Word,
): Promise<void> {
  const about = drawn.map(({ model, id, fields }) => ({ model: model.id, id, fields }))
  const others = people.flatMap((userId) => (userId !== null && userId !== caller.userId ? [userId] : []))
  const notifications = others.map((userId) => ({ userId, ...word, about, ours: true, mail: true }))
  if (notifications.length > 0) await insertNotifications(tx, caller.tenantId, notifications)
}

const makerOf = 'select created_by from app.objects where tenant_id = $1 and id = $2'

/** The estimate that a record of its version belongs to, and who looks after it: the manager of its project, or else whoever made the version. */
export async function estimateOf(
  context: RecordContext,
  record: Values,
): Promise<{ estimate: StoredRow; keeper: string | null }> {
  const { tx, caller } = context
  const load = (key: string, ids: ReadonlySet<string>) =>
    loadObjects(context, modelNamed(context, key), [...ids])
  const [version] = await load('estimate_versions', linkedIds([record], 'version'))
  const [estimate] = await load('estimates', linkedIds([must(version).attributes], 'estimate'))
  const [project] = await load('projects', linkedIds([must(estimate).attributes], 'project'))
  const manager = project ? textOf(project.attributes, 'manager') : null
  if (manager !== null) return { estimate: must(estimate), keeper: manager }
  const { rows } = await tx.query<{ created_by: string | null }>(makerOf, [caller.tenantId, must(version).id])
  return { estimate: must(estimate), keeper: rows[0]?.created_by ?? null }
}

const peopleOf = 'select user_id, role from app.people_of_record($1)'

/**
 * Tells the people of the customer that an estimate was issued to them: those who may read it, with its name where they may
 * read that. A version that follows from what one of them chose is no news to them.
 */
export async function tellIssued(context: RecordContext, estimateIds: ReadonlySet<string>): Promise<void> {
  const { tx, caller, workspace } = context
  const estimates = modelNamed(context, 'estimates')
  for (const { id, attributes } of await loadObjects(context, estimates, [...estimateIds])) {
    const customer = textOf(attributes, 'customer')
    if (customer === null) continue
    const closed = await closedTo(tx, workspace, customer)
    if (closed.includes(id) || closed.includes(textOf(attributes, 'project') ?? '')) continue
    const { rows } = await tx.query<{ user_id: string; role: string }>(peopleOf, [customer])
    if (rows.some(({ user_id: userId }) => userId === caller.userId)) continue
    for (const { user_id: userId, role } of rows) {
      const access = compilePermissions(workspace, role)
      if (!access.can(modelNamed(context, 'estimate_versions'), 'read')) continue
      const named = access.readable(estimates).has('name')
      await tell(context, [userId], {
        subject: 'An estimate is ready for you',
        message: named ? (textOf(attributes, 'name') ?? '') : '',
        link: `/customer/estimates/${id}`,
        about: [{ model: estimates, id, fields: named ? ['name'] : [] }],
      })
    }
  }
}
