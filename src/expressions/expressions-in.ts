import { isJsonObject } from '#base/json.ts'
import { isExpression } from '#contracts/is-expression.ts'

/** Every expression in a JSON value with the path that leads to it. */
export function* expressionsIn(value: unknown, path = ''): Generator<{ path: string; text: string }> {
  if (isExpression(value)) {
    yield { path, text: value['='] }
  } else if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* expressionsIn(item, join(path, String(at)))
  } else if (isJsonObject(value)) {
    for (const [key, item] of Object.entries(value)) yield* expressionsIn(item, join(path, key))
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}
