import { isJsonObject } from '#base/json.ts'
import { isExpression } from '#contracts/expression.ts'
import type { Layout } from '#contracts/layout.ts'

/**
 * Which model a param of the layout names a record of, as far as the layout says: a part or a source that has a model and
 * reads `params.<name>` as its id.
 */
export function modelOfParam(
  { nodes, sources }: Pick<Layout, 'nodes' | 'sources'>,
  name: string,
): string | null {
  const isParam = (value: unknown): boolean => isExpression(value) && value['='].trim() === `params.${name}`
  for (const { props } of Object.values(nodes)) {
    const { model } = props
    if (typeof model === 'string' && isParam(props['id'])) return model
  }
  for (const { model, where } of Object.values(sources)) {
    if (typeof model === 'string' && asksForId(where, isParam)) return model
  }
  return null
}

function asksForId(where: unknown, isParam: (value: unknown) => boolean): boolean {
  if (Array.isArray(where)) return where.some((part) => asksForId(part, isParam))
  if (!isJsonObject(where)) return false
  const isById = (where['field'] === 'id' || where['field'] === 'token') && where['op'] === 'eq'
  return (isById && isParam(where['value'])) || asksForId(where['and'], isParam)
}
