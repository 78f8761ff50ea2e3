import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, rowsOf } from '../estimates/stored-version.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { keepValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * What a customer may in a project, and in one of its estimates, is said once: there are no two answers to which counts. It
 * is called like the customer.
 */
export const portalAccessRule: StandardRule = async (context, model, changes) => {
  const derived = new Map<string, Values>()
  for (const { id, after } of changes) {
    if (!after) continue
    await requireInProject(context, after)
    await requireOnce(context, id, after)
    const customers = modelNamed(context, 'customers')
    const [customer] = await loadObjects(context, customers, [...linkedIds([after], 'customer')])
    const name = customer && customers.titleField ? textOf(customer.attributes, customers.titleField) : null
    derived.set(id, { title: name ?? '' })
  }
  return [{ model, changes: await keepValues(context, model, derived, causeOf(model, changes)) }]
}

async function requireInProject(context: RecordContext, after: Values): Promise<void> {
  const [estimate] = await loadObjects(context, modelNamed(context, 'estimates'), [
    ...linkedIds([after], 'estimate'),
  ])
  if (!estimate) return
  if (textOf(estimate.attributes, 'project') !== textOf(after, 'project'))
    throw refusal('project', 'This estimate belongs to another project.')
  if (textOf(estimate.attributes, 'customer') !== textOf(after, 'customer'))
    throw refusal('customer', 'This estimate was made for another customer.')
}

async function requireOnce(context: RecordContext, id: string, after: Values): Promise<void> {
  const { tx, caller } = context
  const customer = textOf(after, 'customer') ?? ''
  // Two who write at once would each find nothing.
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `customer access:${caller.tenantId}:${customer}`,
  ])
  const place = (row: Values): string => `${textOf(row, 'project') ?? ''} ${textOf(row, 'estimate') ?? ''}`
  const others = await rowsOf(context, 'portal_access', 'customer', [customer])
  if (others.some((row) => row.id !== id && place(row.attributes) === place(after)))
    throw refusal('taken', 'What this customer may here was said before. Change it there.')
}

const refusal = (code: 'project' | 'customer' | 'taken', text: string) =>
  invalid([{ path: `attributes.${code === 'taken' ? 'customer' : 'estimate'}`, code, ...saying(text) }])
