import type { Layout } from '#contracts/layout.ts'
import type { DeclaredNames } from './check-names.ts'

/**
 * The names an expression in a layout may use, by where it stands: `parseExpressionsIn(layout, '', layoutNames(layout))`.
 * `item` and `index` are the turn of an `each` or of a component that repeats a slot; `event` exists in actions only.
 */
export function layoutNames(
  layout: Pick<Layout, 'params' | 'sources' | 'state' | 'nodes'>,
): (path: string) => DeclaredNames {
  const everywhere: DeclaredNames = {
    params: Object.keys(layout.params),
    query: true,
    state: Object.keys(layout.state),
    sources: Object.keys(layout.sources),
    results: Object.keys(layout.sources),
    nodes: Object.keys(layout.nodes),
    user: ['id', 'email', 'name', 'role'],
    tenant: ['id', 'name'],
  }
  const inNodes: DeclaredNames = { ...everywhere, item: true, index: true }
  const inActions: DeclaredNames = { ...inNodes, event: true }
  return (path) => {
    const [part, , inner] = path.split('.')
    if (part !== 'nodes') return everywhere
    return inner === 'on' ? inActions : inNodes
  }
}
