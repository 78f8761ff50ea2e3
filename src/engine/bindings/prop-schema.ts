import { isJsonObject } from '#base/json.ts'

/** A place in a component's JSON Schema: every branch that may hold there, references followed. */
export interface SchemaPlace {
  root: Readonly<Record<string, unknown>>
  branches: readonly Readonly<Record<string, unknown>>[]
}

/** The whole of a component's props. */
export const wholeSchema = (root: Readonly<Record<string, unknown>>): SchemaPlace => ({
  root,
  branches: expand(root, root, 0),
})

/** The place of one key of an object. */
export function placeOfKey({ root, branches }: SchemaPlace, key: string): SchemaPlace {
  const inner = branches.flatMap((branch) => {
    const properties = branch['properties']
    if (isJsonObject(properties) && Object.hasOwn(properties, key)) return expand(properties[key], root, 0)
    return expand(branch['additionalProperties'], root, 0)
  })
  return { root, branches: inner }
}

/** The place of the items of a list. */
export const placeOfItem = ({ root, branches }: SchemaPlace): SchemaPlace => ({
  root,
  branches: branches.flatMap((branch) => expand(branch['items'], root, 0)),
})

/** Keys with a default, and that default. */
export function defaultsOf({ branches }: SchemaPlace): [string, unknown][] {
  return branches.flatMap((branch) => {
    const properties = branch['properties']
    if (!isJsonObject(properties)) return []
    return Object.entries(properties).flatMap(([key, schema]): [string, unknown][] =>
      isJsonObject(schema) && 'default' in schema ? [[key, schema['default']]] : [],
    )
  })
}

/** Whether a person reads what stands here, so that it is translated. */
export const isText = ({ branches }: SchemaPlace): boolean =>
  branches.some((branch) => branch['text'] === true)

function expand(schema: unknown, root: unknown, depth: number): Record<string, unknown>[] {
  if (!isJsonObject(schema) || depth > 8) return []
  const inner = [schema['anyOf'], schema['oneOf'], schema['allOf']].flatMap((list) =>
    Array.isArray(list) ? list : [],
  )
  const target = typeof schema['$ref'] === 'string' ? follow(schema['$ref'], root) : undefined
  const rest = [...inner, ...(target === undefined ? [] : [target])]
  // A mark beside `anyOf` (text, default) belongs to the place as much as one inside it.
  return [schema, ...rest.flatMap((branch) => expand(branch, root, depth + 1))]
}

function follow(reference: string, root: unknown): unknown {
  let place = root
  for (const part of reference.replace(/^#\/?/, '').split('/')) {
    if (part === '') continue
    place = isJsonObject(place) ? place[part] : undefined
  }
  return place
}
