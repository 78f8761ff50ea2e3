import { newId } from '#base/ids.ts'
import { textOf } from './read-value.ts'
import type { StoredRow } from './stored-version.ts'

/** A record under a new id, whose links lead to the copies of what they led to. */
export function copied(
  { archetype_id, attributes }: StoredRow,
  links: readonly string[],
  ids: ReadonlyMap<string, string>,
  more: Readonly<Record<string, unknown>> = {},
): StoredRow {
  const values = { ...attributes, ...more }
  for (const key of links) {
    const target = ids.get(textOf(attributes, key) ?? '')
    if (target !== undefined) values[key] = target
  }
  return { id: newId(), archetype_id, attributes: values }
}
