import { isJsonObject } from '#base/json.ts'
import type { ComponentDescription, ComponentSample } from '#contracts/component.ts'
import { isExpression } from '#contracts/is-expression.ts'
import {
  isText,
  placeOfItem,
  placeOfKey,
  wholeSchema,
  type SchemaPlace,
} from '#engine/bindings/prop-schema.ts'

/**
 * A component's sample in the language of the person who puts it down. What stands on a workspace's screen is its own and is
 * never translated afterwards, so that an English sample would stay English for all its readers.
 */
export function wordSample(
  { component, props, slots }: ComponentSample,
  components: Readonly<Record<string, ComponentDescription>>,
  translate: (text: string) => string,
): ComponentSample {
  const schema = components[component]?.props
  const worded = Object.entries(slots ?? {}).map(([slot, children]) => [
    slot,
    children.map((child) => wordSample(child, components, translate)),
  ])
  return {
    component,
    props: schema ? wordObject(props, wholeSchema(schema), translate) : props,
    ...(slots && { slots: Object.fromEntries(worded) as NonNullable<ComponentSample['slots']> }),
  }
}

const wordObject = (
  values: Readonly<Record<string, unknown>>,
  place: SchemaPlace,
  translate: (text: string) => string,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, wordValue(value, placeOfKey(place, key), translate)]),
  )

function wordValue(value: unknown, place: SchemaPlace, translate: (text: string) => string): unknown {
  if (typeof value === 'string') return isText(place) ? translate(value) : value
  if (Array.isArray(value)) return value.map((part) => wordValue(part, placeOfItem(place), translate))
  return isJsonObject(value) && !isExpression(value) ? wordObject(value, place, translate) : value
}
