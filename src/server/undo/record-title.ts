import type { ModelInfo } from '#kernel/models/workspace.ts'
import type { RecordContext } from '../records/record-context.ts'

/** The field that names records of a model; null when there is none, or this reader may not read it. */
export function titleKey({ access }: Pick<RecordContext, 'access'>, model: ModelInfo): string | null {
  const key = model.titleField
  return key !== null && access.readable(model).has(key) ? key : null
}

/** A record's title from its values, or null when it has none or this reader may not read it. */
export function titleOf(
  context: Pick<RecordContext, 'access'>,
  model: ModelInfo,
  values: Readonly<Record<string, unknown>>,
): string | null {
  const key = titleKey(context, model)
  const title = key === null ? null : values[key]
  return typeof title === 'string' && title !== '' ? title : null
}
