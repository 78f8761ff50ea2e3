import type { EventView } from '#contracts/object.ts'
import type { Field } from '#contracts/field.ts'
import type { ModelInfo } from '../models/workspace.ts'
import type { Access } from './compile-permissions.ts'

/**
 * An event as this role may see it now, whatever the rules were when it happened: unreadable keys are left out, and an
 * update that touched nothing else is left out whole (null). `archetypeFields`: those of the record's effective archetype.
 */
export function redactEvent(
  model: ModelInfo,
  access: Access,
  event: EventView,
  archetypeFields: readonly Field[] = [],
): EventView | null {
  if (!access.can(model, 'read')) return null
  const declared = new Set(archetypeFields.map(({ key }) => key))
  const readable = (values: Record<string, unknown> | null) =>
    values &&
    Object.fromEntries(
      Object.entries(values).filter(([key]) => access.mayRead(model, key, declared.has(key))),
    )
  const before = readable(event.before)
  const after = readable(event.after)
  const touched = { ...before, ...after }
  if (event.kind === 'updated' && Object.keys(touched).length === 0) return null
  return { ...event, before, after }
}
