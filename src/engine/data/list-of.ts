import { isJsonObject } from '#base/json.ts'

const names = ['rows', 'data', 'items', 'models'] as const

/**
 * The list in an answer, whichever of the shapes of C-06 it has: the bare list, or under rows, data, items or models.
 * Throws when there is none: an error body must never pass for an empty list.
 */
export function listOf<T>(answer: unknown): T[] {
  if (Array.isArray(answer)) return answer as T[]
  if (isJsonObject(answer)) {
    for (const name of names) {
      const list = answer[name]
      if (Array.isArray(list)) return list as unknown as T[]
    }
  }
  throw new Error('The answer holds no list.')
}
