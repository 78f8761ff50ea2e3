import { isJsonObject } from '#base/json.ts'

type Named = Readonly<Record<string, unknown>>

/** What a part brings, as it stands in its file. */
export type PartFile = Named & { key: string }

/**
 * A shipped layout with the parts that it takes in. Each stands over those before it and the layout's own over all: a node prop
 * by prop, slot by slot and event by event, a source as a whole. Throws where a part is not there.
 */
export function composeLayout(file: unknown, parts: ReadonlyMap<string, PartFile>): unknown {
  if (!isJsonObject(file) || !Array.isArray(file['takes'])) return file
  const { takes, ...own } = file
  const all = [...(takes as unknown[]).map((key) => partNamed(key, own['key'], parts)), own]
  const nodes: Record<string, Named> = {}
  for (const one of all)
    for (const [id, node] of Object.entries(named(one['nodes'])))
      nodes[id] = overNode(nodes[id] ?? {}, named(node))
  return { ...own, sources: together(all, 'sources'), state: together(all, 'state'), nodes }
}

function partNamed(key: unknown, by: unknown, parts: ReadonlyMap<string, PartFile>): PartFile {
  const part = parts.get(String(key))
  if (!part) throw new Error(`${String(by)} takes ${String(key)}, which is no part`)
  return part
}

function overNode(node: Named, own: Named): Named {
  const merged = Object.entries(own).map(([key, value]) =>
    key === 'props' || key === 'slots' || key === 'on'
      ? [key, { ...named(node[key]), ...named(value) }]
      : [key, value],
  )
  return { ...node, ...Object.fromEntries(merged) }
}

const together = (all: readonly Named[], key: string): Named =>
  Object.assign({}, ...all.map((one) => named(one[key]))) as Named
const named = (value: unknown): Named => (isJsonObject(value) ? value : {})
