import type { ComponentSample } from '#contracts/component.ts'
import type { Layout, LayoutNode } from '#contracts/layout.ts'
import type { Subtree } from './insert-node.ts'
import { newNodeId } from './new-node-id.ts'

/** The nodes of a component's sample, with new ids: what the palette puts down. */
export function sampleSubtree(
  layout: Layout,
  sample: ComponentSample,
  versionOf: (component: string) => number,
): Subtree {
  const taken = new Set(Object.keys(layout.nodes))
  const nodes: Record<string, LayoutNode> = {}
  const add = ({ component, props, slots }: ComponentSample): string => {
    const id = newNodeId(component, taken)
    const children = Object.entries(slots ?? {}).map(([slot, samples]) => [slot, samples.map(add)] as const)
    nodes[id] = {
      component,
      v: versionOf(component),
      props: structuredClone(props) as LayoutNode['props'],
      ...(children.length > 0 && { slots: Object.fromEntries(children) }),
    }
    return id
  }
  return { root: add(sample), nodes }
}
