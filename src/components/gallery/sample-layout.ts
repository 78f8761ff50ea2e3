import type { ComponentDefinition, ComponentSample } from '#contracts/component.ts'
import { layoutSchema, type LayoutNode } from '#contracts/layout.ts'
import type { LayoutDocument } from '#engine/rendering/layout-document.ts'
import { parseExpressionsIn } from '#expressions/parse-expressions-in.ts'
import { definitionOf, describeComponent } from '../definitions.ts'

/** The sample of a component as a screen of its own, drawn by the same engine as every other screen. */
export function sampleDocument(definition: ComponentDefinition): LayoutDocument {
  const nodes: Record<string, LayoutNode> = {}
  const types = new Set<string>()
  const add = ({ component, props, slots }: ComponentSample): string => {
    const id = `n${Object.keys(nodes).length + 1}`
    const node = { component, v: 1, props } as LayoutNode
    nodes[id] = node
    types.add(component)
    if (slots)
      node.slots = Object.fromEntries(Object.entries(slots).map(([name, inside]) => [name, inside.map(add)]))
    return id
  }
  const root = add({ component: definition.type, ...definition.sample })
  const layout = layoutSchema.parse({
    schema: 1,
    key: `sample.${definition.type}`,
    title: definition.title,
    nodes,
    root,
  })
  const described = [...types]
    .flatMap((type) => definitionOf(type) ?? [])
    .map((one) => [one.type, describeComponent(one)] as const)
  return { layout, expressions: parseExpressionsIn(layout), components: Object.fromEntries(described) }
}
