import { isJsonObject } from '#base/json.ts'

/** A tone of the theme (`success`, `warning` …), or a colour as `#rgb`, `#rgba`, `#rrggbb`, `#rrggbbaa`. */
export const optionColour = /^([a-zA-Z][a-zA-Z_-]*|#([0-9a-fA-F]{3,4}|[0-9a-fA-F]{6}|[0-9a-fA-F]{8}))$/

/**
 * A model or an archetype as it was stored, its choices without colours that are none: any text was one once. The same
 * value where there is nothing to leave out.
 */
export function withoutOldColours<Body>(body: Body): Body {
  return isJsonObject(body) && hasOptions(body.schema) ? { ...body, schema: inParts(body.schema) } : body
}

const hasOptions = (schema: unknown): boolean => JSON.stringify(schema ?? null).includes('"color"')

// Where fields are: those of a model, and those of the groups of an archetype under either name.
const partsWithFields = ['fields', 'assemblies', 'attributes', 'options']

function inParts(part: unknown): unknown {
  if (!isJsonObject(part)) return part
  const { color, ...rest } = part
  const kept = typeof color === 'string' && !optionColour.test(color) ? rest : part
  return Object.fromEntries(
    Object.entries(kept).map(([key, value]) => [
      key,
      partsWithFields.includes(key) && Array.isArray(value) ? value.map(inParts) : value,
    ]),
  )
}
