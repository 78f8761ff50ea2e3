import type { Json } from '#base/json.ts'
import type { SchemaPlace } from '#engine/bindings/prop-schema.ts'
import { kindOf, propsOf } from './prop-kind.ts'

/** What a new value needs to be one at all; what is still to be filled in, the server says. */
export function startValue(place: SchemaPlace): Json {
  const kind = kindOf(place)
  switch (kind.kind) {
    case 'object':
      return Object.fromEntries(
        propsOf(place)
          .filter(({ required }) => required)
          .map((prop) => [prop.name, startValue(prop.place)]),
      )
    case 'map':
      return {}
    case 'list':
    case 'fields':
    case 'sort':
      return []
    case 'choice':
      return kind.options[0] ?? ''
    case 'number':
      return 0
    case 'boolean':
      return false
    default:
      return ''
  }
}
