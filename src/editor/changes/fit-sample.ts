import { isJsonObject } from '#base/json.ts'
import type { ComponentDescription, ComponentSample } from '#contracts/component.ts'
import type { Field } from '#contracts/field.ts'
import type { Layout } from '#contracts/layout.ts'

// Controls whose values name fields of the model beside them.
const ofModel = new Set(['field', 'fields', 'where', 'sort'])

/** A model of the workspace: its key, and its name for people. */
export interface KnownModel {
  key: string
  label: string
  fields?: readonly Pick<Field, 'key' | 'type'>[]
}

/**
 * A component's sample made fit for a workspace: where it names a model that is not there, it gets one that is (the one
 * most used on this screen, else the first). What names fields of the other model goes, and so do its words and addresses;
 * where one is required, a field of this model and its name stand in. Samples below it are fitted too.
 */
export function fitSample(
  sample: ComponentSample,
  components: Readonly<Record<string, ComponentDescription>>,
  models: readonly KnownModel[],
  layout: Pick<Layout, 'nodes'>,
): ComponentSample {
  const { component, slots } = sample
  const { model } = sample.props
  const isKnown =
    typeof model !== 'string' || model.startsWith('sys_') || models.some(({ key }) => key === model)
  const fitted = Object.entries(slots ?? {}).map(([slot, children]) => [
    slot,
    children.map((child) => fitSample(child, components, models, layout)),
  ])
  return {
    component,
    props: isKnown
      ? sample.props
      : propsFor(usedMost(layout, models) ?? models[0], sample, components[component]),
    ...(slots && { slots: Object.fromEntries(fitted) as NonNullable<ComponentSample['slots']> }),
  }
}

function propsFor(
  model: KnownModel | undefined,
  { props }: ComponentSample,
  component: ComponentDescription | undefined,
): Record<string, unknown> {
  const properties = component?.props['properties']
  const required = component?.props['required']
  const kept: [string, unknown][] = Object.entries(props).flatMap(([key, value]): [string, unknown][] => {
    const schema = isJsonObject(properties) ? properties[key] : undefined
    if (key === 'model') return [[key, model?.key ?? '']]
    const isRequired = Array.isArray(required) && required.includes(key)
    if (namesFields(schema)) {
      const field = isRequired && isJsonObject(schema) && schema['control'] === 'field' && fieldOf(model)
      return field ? [[key, field]] : []
    }
    if (!isJsonObject(schema) || (schema['text'] !== true && schema['control'] !== 'url'))
      return [[key, value]]
    return isRequired ? [[key, model?.label ?? value]] : []
  })
  return Object.fromEntries(kept)
}

// A choice tells records apart best; else the first field there is.
function fieldOf(model: KnownModel | undefined): string | undefined {
  const fields = model?.fields ?? []
  return (fields.find(({ type }) => type === 'select') ?? fields[0])?.key
}

function namesFields(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(namesFields)
  if (!isJsonObject(schema)) return false
  if (typeof schema['control'] === 'string' && ofModel.has(schema['control'])) return true
  return Object.values(schema).some(namesFields)
}

function usedMost({ nodes }: Pick<Layout, 'nodes'>, models: readonly KnownModel[]): KnownModel | undefined {
  const uses = (key: string): number =>
    Object.values(nodes).filter(({ props }) => props['model'] === key).length
  const [most] = models
    .map((model) => ({ model, count: uses(model.key) }))
    .toSorted((a, b) => b.count - a.count)
  return most && most.count > 0 ? most.model : undefined
}
