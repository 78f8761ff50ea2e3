import type { ValidatedAttributes } from '#kernel/models/validate-attributes.ts'
import { visibleIds, type RecordContext } from './record-context.ts'
import { refuse, type OnRefused, type Refusals } from './refusals.ts'

/** A validated item of a batch. */
export interface CheckedItem {
  index: number
  validated: ValidatedAttributes
}

/**
 * Refuses links to records that this person may not see: of another workspace, hidden by a row rule, deleted, or never
 * there, all with the same words (TI-04). One question per target model for the whole batch.
 */
export async function checkReferences(
  context: RecordContext,
  items: readonly CheckedItem[],
  refusals: Refusals,
  onRefused: OnRefused,
  path: string,
): Promise<void> {
  const wanted = new Map<string, Set<string>>()
  for (const { validated } of items) {
    for (const { model, ids } of validated.references) {
      const known = wanted.get(model) ?? new Set()
      for (const id of ids) known.add(id)
      wanted.set(model, known)
    }
  }
  // Asked together: they are answered in one round trip.
  const visible = new Map(
    await Promise.all(
      [...wanted].map(async ([model, ids]) => [model, await visibleIds(context, model, [...ids])] as const),
    ),
  )
  for (const { index, validated } of items) {
    const missing = validated.references.filter(({ model, ids }) =>
      ids.some((id) => visible.get(model)?.has(id) !== true),
    )
    if (missing.length === 0) continue
    const details = missing.map(({ key }) => ({
      path: `${path}.${key}`,
      code: 'reference',
      message: 'There is no such record.',
    }))
    refuse(index, refusals, onRefused, 'invalid', 'Some values are not valid.', details)
  }
}
