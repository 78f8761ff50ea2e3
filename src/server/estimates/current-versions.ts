import { must } from '#base/assert.ts'
import { agreedStatuses } from '../progress/agreed-lines.ts'
import type { RecordContext } from '../records/record-context.ts'
import { isTemplate } from './is-template.ts'
import { textOf } from './read-value.ts'
import { rowsOf, type StoredRow } from './stored-version.ts'

/** The versions by which the money of a project is told. */
export interface CurrentVersions {
  currency: string
  /** Whether they were accepted; else it is the newest estimate as it stands. */
  agreed: boolean
  versions: StoredRow[]
  /** Versions that were accepted in another currency: amounts of two do not add up. */
  left_out: number
}

/**
 * What stands for the money of some estimates: every version that was accepted, or, where none was, the newest estimate as
 * it stands now; never two estimates of the same work. Null where there is none. The caller has asked whether this person
 * reads all of it.
 */
export async function currentVersions(
  context: RecordContext,
  estimates: readonly StoredRow[],
): Promise<CurrentVersions | null> {
  const own = estimates.filter((estimate) => !isTemplate(estimate))
  const ids = own.map(({ id }) => id)
  const all = ids.length === 0 ? [] : await rowsOf(context, 'estimate_versions', 'estimate', ids)
  const agreed = all.filter(({ attributes }) => agreedStatuses.includes(attributes.status))
  const newest = own.toSorted((a, b) => (a.id < b.id ? 1 : -1))[0]
  const standing = all.filter(({ id }) => id === newest?.attributes.current_version)
  // The newest tells the currency; those that were never issued are older than those that were.
  const versions = (agreed.length > 0 ? agreed : standing).toSorted((a, b) => (isNewer(a, b) ? -1 : 1))
  const [first] = versions
  if (!first) return null
  const currency = currencyOf(first)
  const same = versions.filter((version) => currencyOf(version) === currency)
  return { currency, agreed: agreed.length > 0, versions: same, left_out: versions.length - same.length }
}

const isNewer = (a: StoredRow, b: StoredRow): boolean => {
  const [one, other] = [a, b].map(({ attributes }) => textOf(attributes, 'issued_at') ?? '')
  return one === other ? a.id > b.id : must(one) > must(other)
}

const currencyOf = ({ attributes }: StoredRow): string => textOf(attributes, 'currency') ?? 'EUR'
