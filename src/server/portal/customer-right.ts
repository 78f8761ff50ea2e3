import { AppError } from '#base/app-error.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf, type StoredRow } from '../estimates/stored-version.ts'
import { customerAccessKey } from './closed-places.ts'
import type { RecordContext } from '../records/record-context.ts'

/** What a customer may in a project, each with all before it. */
export const customerRights = ['view', 'comment', 'select_options', 'accept'] as const
export type CustomerRight = (typeof customerRights)[number]

/** Why somebody may not, by what they would have needed. */
const refusals: Readonly<Record<Exclude<CustomerRight, 'view'>, string>> = {
  comment:
    'You may read this estimate, but not ask about it. For questions, call whoever shared it with you.',
  select_options: 'You may not choose options of this estimate. Whoever shared it with you can change that.',
  accept: 'You may not accept or reject this estimate. Whoever shared it with you can change that.',
}

/**
 * Refuses (403) an act on an estimate that goes beyond what was agreed with the customer a person stands for: the row of
 * `portal_access` for the estimate says it, or else the one for its project. Where nobody agreed on anything, and for people
 * of the workspace, it says nothing.
 */
export async function requireCustomerRight(
  context: RecordContext,
  estimate: StoredRow,
  needed: Exclude<CustomerRight, 'view'>,
): Promise<void> {
  const right = await customerRight(context, estimate)
  if (customerRights.indexOf(right) < customerRights.indexOf(needed))
    throw new AppError('forbidden', refusals[needed])
}

async function customerRight(context: RecordContext, { id, attributes }: StoredRow): Promise<CustomerRight> {
  const { caller, workspace } = context
  if (!caller.recordId || !workspace.models.has(customerAccessKey)) return 'accept'
  const agreed = (await rowsOf(context, customerAccessKey, 'customer', [caller.recordId])).map(
    (row) => row.attributes,
  )
  const project = textOf(attributes, 'project')
  const found =
    agreed.find((row) => textOf(row, 'estimate') === id) ??
    agreed.find((row) => textOf(row, 'estimate') === null && textOf(row, 'project') === project)
  const right = customerRights.find((one) => one === found?.['right'])
  return found ? (right ?? 'view') : 'accept'
}
