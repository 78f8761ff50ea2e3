import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'

/** A record's title from its values, or null when it has none or this reader may not read it. */
export function titleOf(
  { access }: RecordContext,
  model: ModelInfo,
  values: Readonly<Record<string, unknown>>,
): string | null {
  const key = model.titleField
  if (key === null || !access.readable(model).has(key)) return null
  const title = values[key]
  return typeof title === 'string' && title !== '' ? title : null
}
