import type { Breakpoint, Layout, LayoutNode } from '#contracts/layout.ts'
import { nodePatch, type Change } from './patch.ts'

type PropValue = LayoutNode['props'][string] | undefined

const withProp = (props: LayoutNode['props'], name: string, value: PropValue): LayoutNode['props'] => {
  const { [name]: _replaced, ...rest } = props
  return value === undefined ? rest : { ...rest, [name]: value }
}

/** Sets one prop; undefined takes it away, so that the component's default holds. */
export function setProp(layout: Layout, id: string, name: string, value: PropValue): Change {
  const node = layout.nodes[id]
  return node ? [nodePatch(layout, id, { ...node, props: withProp(node.props, name, value) })] : []
}

/** Sets one prop for a breakpoint and wider; undefined takes the override away. */
export function setOverride(
  layout: Layout,
  id: string,
  breakpoint: Breakpoint,
  name: string,
  value: PropValue,
): Change {
  const node = layout.nodes[id]
  if (!node) return []
  const { [breakpoint]: current, ...others } = node.overrides ?? {}
  const props = withProp(current ?? {}, name, value)
  const overrides = Object.keys(props).length > 0 ? { ...others, [breakpoint]: props } : others
  const { overrides: _replaced, ...rest } = node
  return [nodePatch(layout, id, Object.keys(overrides).length > 0 ? { ...rest, overrides } : rest)]
}
