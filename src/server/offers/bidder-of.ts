import type { RecordContext } from '../records/record-context.ts'
import { isAddress } from '#contracts/address.ts'
import { textOf } from '../estimates/read-value.ts'
import type { StoredObject } from '../records/stored-object.ts'
import { letterheadOf } from '../tenants/letterhead.ts'

export interface Bidder {
  name: string
  street: string
  postalCode: string
  city: string
}

/** Who offers, as far as the head of the workspace's letters says it: a street and a line with postal code and town. */
export async function bidderOf({ tx, caller }: RecordContext): Promise<Bidder> {
  const { letterhead } = await letterheadOf(tx, caller.tenantId)
  const lines = (letterhead ?? '').split('\n').map((line) => line.trim())
  const at = lines.findIndex((line) => /^(?:[A-Z]{1,3}-)?\d{4,6}\s+\S/.test(line))
  const [, postalCode = '', city = ''] = /^(?:[A-Z]{1,3}-)?(\d{4,6})\s+(.+)$/.exec(lines[at] ?? '') ?? []
  return { name: caller.tenantName, street: lines[at - 1] ?? '', postalCode, city }
}

/** Who an estimate is for, as far as their record says it. */
export function orderedBy(customer: StoredObject | undefined): Bidder | null {
  if (!customer) return null
  const name = textOf(customer.attributes, 'name') ?? ''
  const { address } = customer.attributes
  const { street = '', postal_code: postalCode = '', city = '' } = isAddress(address) ? address : {}
  return { name, street, postalCode, city }
}
