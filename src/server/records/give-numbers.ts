import { must } from '#base/assert.ts'
import type { Field } from '#contracts/field.ts'
import { numberSeries, readNumber } from '#kernel/models/numbering.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { NewObject } from './insert-objects.ts'
import type { RecordContext } from './record-context.ts'
import { today } from './today.ts'

/** Whether records with these fields get a number by themselves. */
export const hasSequence = (fields: readonly Field[]): boolean =>
  fields.some(({ type }) => type === 'sequence')

// The row of the counter stays locked until this transaction ends: numbers are given in the order of the commits, and a
// write that is taken back gives its number back.
const take = `
  insert into app.sequences as s (tenant_id, model_id, field_key, series, last) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, model_id, field_key, series) do update set last = s.last + excluded.last
  returning last`

// Numbers that a file brought along are passed over from then on.
const raise = `
  insert into app.sequences as s (tenant_id, model_id, field_key, series, last) values ($1, $2, $3, $4, $5)
  on conflict (tenant_id, model_id, field_key, series) do update set last = greatest(s.last, excluded.last)`

/**
 * Gives new records their numbers, `EST-2026-0007`. Gap rule: without gaps and without repeats in the order of the
 * commits; a refused or taken-back write leaves none, a deleted record does (its number is never given again). Days are
 * those of UTC. A number that a record brings along (only rows of a file do) stays, and its counter goes on after the highest.
 * Writers of one series wait for each other from here to the end of their transactions.
 */
export async function withNumbers<Draft extends NewObject & { fields: readonly Field[] }>(
  { tx, caller }: Pick<RecordContext, 'tx' | 'caller'>,
  model: ModelInfo,
  drafts: readonly Draft[],
): Promise<Draft[]> {
  const wanted = new Map<string, { field: Field; drafts: Draft[] }>()
  for (const draft of drafts)
    for (const field of draft.fields)
      if (field.type === 'sequence') {
        const known = wanted.get(field.key) ?? { field, drafts: [] }
        known.drafts.push(draft)
        wanted.set(field.key, known)
      }
  if (wanted.size === 0) return [...drafts]
  const day = today({ caller })
  const given = new Map<Draft, Record<string, string>>()
  // Everybody takes the counters in the same order, so that two writers wait instead of blocking each other.
  for (const [key, { field, drafts: users }] of [...wanted].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const { series: current, write } = numberSeries(field.numbering ?? '{0}', day)
    const bare = users.filter(({ attributes }) => typeof attributes[key] !== 'string')
    const brought = broughtNumbers(users, key, field)
    for (const series of [
      ...new Set([...brought.keys(), ...(bare.length > 0 ? [current] : [])]),
    ].toSorted()) {
      const place = [caller.tenantId, model.id, key, series]
      const highest = brought.get(series)
      if (highest !== undefined) await tx.query(raise, [...place, highest])
      if (series !== current || bare.length === 0) continue
      const { rows } = await tx.query<{ last: string }>(take, [...place, bare.length])
      const first = Number(must(rows[0]).last) - bare.length + 1
      for (const [at, draft] of bare.entries())
        given.set(draft, { ...given.get(draft), [key]: write(first + at) })
    }
  }
  return drafts.map((draft) => {
    const numbers = given.get(draft) ?? {}
    const unique = Object.entries(numbers).map(([key, value]) => ({ key, value }))
    return {
      ...draft,
      attributes: { ...draft.attributes, ...numbers },
      unique: [...draft.unique, ...unique],
    }
  })
}

/** The highest number that records bring along, by the series it is of. */
function broughtNumbers(
  drafts: readonly NewObject[],
  key: string,
  { numbering = '' }: Field,
): Map<string, number> {
  const highest = new Map<string, number>()
  for (const { attributes } of drafts) {
    const text = attributes[key]
    const number = typeof text === 'string' ? readNumber(numbering, text) : null
    if (number) highest.set(number.series, Math.max(number.count, highest.get(number.series) ?? 0))
  }
  return highest
}
