import { AppError } from '#base/app-error.ts'
import type { Field } from '#contracts/field.ts'
import type { ModelInfo } from '../models/workspace.ts'
import type { Access } from './compile-permissions.ts'

const keysOf = new WeakMap<readonly Field[], ReadonlySet<string>>()

/**
 * Refuses a write that touches a key this role may not write: 403 `field_forbidden`, the whole request, with the same
 * answer for a hidden key and one that does not exist. `archetypeFields` are those of the record's effective archetype:
 * they count as declared.
 */
export function restrictWrite(
  model: ModelInfo,
  access: Access,
  keys: readonly string[],
  archetypeFields: readonly Field[] = [],
): void {
  let declared = keysOf.get(archetypeFields)
  if (!declared) keysOf.set(archetypeFields, (declared = new Set(archetypeFields.map(({ key }) => key))))
  const refused = keys.some((key) => !access.mayWrite(model, key, declared.has(key)))
  if (refused)
    throw new AppError(
      'field_forbidden',
      'You may not change one of these fields. Whoever manages roles can open it to your role.',
    )
}
