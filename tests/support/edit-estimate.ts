import type { EstimateDocument, EstimateNode } from '#estimating/estimate-document.ts'
import { pick, randomDecimal, randomLine, randomPolicy, type Random } from './random-estimate.ts'

type Edit = (random: Random, document: EstimateDocument, serial: number) => EstimateDocument

const replace = (
  document: EstimateDocument,
  id: string,
  change: (node: EstimateNode) => EstimateNode,
): EstimateDocument => ({
  ...document,
  nodes: document.nodes.map((node) => (node.id === id ? change(node) : node)),
})

const someNode = (
  random: Random,
  { nodes }: EstimateDocument,
  kind: EstimateNode['kind'],
): EstimateNode | undefined => {
  const found = nodes.filter((node) => node.kind === kind)
  return found.length > 0 ? pick(random, found) : undefined
}

const sectionIds = ({ nodes }: EstimateDocument): (string | null)[] => [
  null,
  ...nodes.filter(({ kind }) => kind === 'section').map(({ id }) => id),
]

/** What an estimator does to an estimate between two versions. */
const edits: Record<string, Edit> = {
  revalue: (random, document) => {
    const line = someNode(random, document, 'line')
    if (!line) return document
    const { quantity, resources, unitRateOverride, itemType, selected, discountPct, unit } = randomLine(
      random,
      '',
      null,
    )
    const changes = [
      { quantity },
      { quantity },
      { resources },
      { unitRateOverride },
      { itemType, selected },
      { discountPct },
      { unit },
    ]
    return replace(document, line.id, (node) => ({ ...node, ...pick(random, changes) }) as EstimateNode)
  },
  retext: (random, document) => {
    const node = someNode(random, document, pick(random, ['line', 'section']))
    return node ? replace(document, node.id, (old) => ({ ...old, title: `${old.title}!` })) : document
  },
  move: (random, document) => {
    const line = someNode(random, document, 'line')
    return line
      ? replace(document, line.id, (old) => ({ ...old, parentId: pick(random, sectionIds(document)) }))
      : document
  },
  remove: (random, document) => {
    const line = someNode(random, document, 'line')
    return { ...document, nodes: document.nodes.filter((node) => node !== line) }
  },
  add: (random, document, serial) => ({
    ...document,
    nodes: [...document.nodes, randomLine(random, `new${serial}`, pick(random, sectionIds(document)))],
  }),
  mark: (random, document) => ({
    ...document,
    markups: document.markups.map((markup) =>
      random() < 0.5 ? markup : { ...markup, value: randomDecimal(random, 25, 3) },
    ),
  }),
  tax: (random, document) => ({
    ...document,
    vatRates: document.vatRates.map(({ code }) => ({
      code,
      percent: pick(random, ['0', '7', '16', '19', '25.5']),
    })),
  }),
  discount: (random, document) => ({
    ...document,
    discount: { kind: 'percent', value: randomDecimal(random, 10, 2) },
  }),
  round: (random, document) => ({ ...document, rounding: randomPolicy(random) }),
}

/** The next version of an estimate: a few edits later, every node copied under an id of its own. */
export function editEstimate(random: Random, document: EstimateDocument, version: string): EstimateDocument {
  let next = document
  for (let serial = 0; serial < Math.floor(random() * 8); serial++)
    next = pick(random, Object.values(edits))(random, next, serial)
  const renamed = (id: string): string => `${version} ${id}`
  return {
    ...next,
    nodes: next.nodes.map((node) => ({
      ...node,
      id: renamed(node.id),
      parentId: node.parentId === null ? null : renamed(node.parentId),
    })),
    markups: next.markups.map((markup) => ({
      ...markup,
      scope: markup.scope == null ? null : renamed(markup.scope),
    })),
  }
}
