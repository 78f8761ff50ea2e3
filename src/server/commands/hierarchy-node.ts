import { z } from 'zod'
import type { Json } from '#base/json.ts'
import { groupBy } from '#base/group-by.ts'
import { fixedText, parseFixed, plainText, sumFixed, type Fixed } from '#estimating/fixed.ts'
import { textOf } from '../estimates/read-value.ts'
import { visibleRow } from '../estimates/visible-row.ts'
import {
  linesAtNodes,
  mayKnowMoney,
  type LineAtNode,
  type LinesAtNodes,
} from '../hierarchies/lines-at-nodes.ts'
import { recordsAtNodes } from '../hierarchies/records-at-nodes.ts'
import { branchOf, loadSubtree, rollUp, type NodeFigures, type SubtreeNode } from '../hierarchies/subtree.ts'
import { ask, modelFor, type RecordContext } from '../records/record-context.ts'
import { mayReadAll } from '../records/require-readable.ts'
import { defineCommand } from './command.ts'

const mostLines = 500
const mostParts = 500

/**
 * What a node of a hierarchy and all that is part of it come to: nodes, area and volume, files, records that name them, and
 * the lines of the estimate that belong to them with their money. `money` is null for whoever may not read all it is made
 * of. Whoever does not read every node is told the parts they see and no sums: a sum would tell of the others as well.
 */
export const nodeOfHierarchy = defineCommand({
  name: 'hierarchy.node',
  title: 'Look at a node with all its parts',
  input: z.strictObject({ node: z.uuid() }),
  changes: [],
  reads: true,
  async run(context, { node }): Promise<Json> {
    const { attributes } = await visibleRow(context, 'hierarchy_nodes', node, 'read')
    if (!mayReadAll(context, everyNode))
      return { ...nothing(context), ...(await visibleParts(context, node)) }
    const hierarchy = textOf(attributes, 'hierarchy') ?? ''
    const { attributes: tree } = await visibleRow(context, 'hierarchies', hierarchy, 'read')
    const nodes = await loadSubtree(context, node)
    const money = mayKnowMoney(context)
      ? await linesAtNodes(context, hierarchy, textOf(tree, 'project') ?? '')
      : null
    const figures = rollUp(nodes)
    return {
      whole: true,
      ...rights(context),
      ...figuresOf(figures.get(node)),
      records: (
        await recordsAtNodes(
          context,
          nodes.map(({ id }) => id),
        )
      ).map((one) => ({ ...one })),
      ...partsOf(nodes, node, figures, money),
      ...moneyOf(nodes, money),
    }
  },
})

const everyNode = {
  hierarchy_nodes: ['parent', 'hierarchy', 'name', 'node_type', 'area', 'volume', 'photos', 'documents'],
  hierarchies: ['project'],
  hierarchy_node_types: ['name'],
}

const nothing = (context: RecordContext) => ({
  whole: false,
  ...rights(context),
  nodes: null,
  area: null,
  volume: null,
  documents: null,
  photos: null,
  records: [],
  money: null,
  quantities: [],
  lines: [],
})

async function visibleParts(context: RecordContext, node: string) {
  const readable = context.access.readable(modelFor(context, 'hierarchy_nodes', 'read'))
  // Whoever may not read what is part of what, or what it is called, is told of none.
  if (!readable.has('parent') || !readable.has('name')) return { parts: [], parts_in_all: 0 }
  const { rows, aggregates } = await ask(context, {
    model: 'hierarchy_nodes',
    fields: ['id', 'name'],
    where: { field: 'parent', op: 'eq', value: node },
    sort: [{ field: 'name', dir: 'asc' }],
    aggregate: [{ fn: 'count', as: 'count' }],
    page: { size: mostParts },
  })
  return {
    parts: rows.map(({ id, name }) => ({ id: String(id), name: String(name), money: null })),
    parts_in_all: Number(aggregates?.['count'] ?? rows.length),
  }
}

const textOrNull = (value: Fixed | null): string | null => value && plainText(value)

const figuresOf = (own: NodeFigures | undefined) => ({
  nodes: own?.nodes ?? 0,
  area: textOrNull(own?.area ?? null),
  volume: textOrNull(own?.volume ?? null),
  documents: own?.documents ?? 0,
  photos: own?.photos ?? 0,
})

const bySort = (a: SubtreeNode, b: SubtreeNode): number =>
  a.sort === b.sort ? (a.name < b.name ? -1 : 1) : a.sort < b.sort ? -1 : 1

function partsOf(
  nodes: readonly SubtreeNode[],
  node: string,
  figures: ReadonlyMap<string, NodeFigures>,
  money: LinesAtNodes | null,
) {
  const branch = branchOf(nodes, node)
  const lines = groupBy(money?.lines ?? [], ({ node: at }) => branch.get(at))
  const all = nodes.filter(({ parent }) => parent === node).toSorted(bySort)
  const parts = all.slice(0, mostParts).map(({ id, name, kind }) => {
    const own = lines.get(id) ?? []
    return {
      id,
      name,
      kind,
      ...figuresOf(figures.get(id)),
      lines: own.length,
      money: money && amountOf(own),
    }
  })
  return { parts, parts_in_all: all.length }
}

const amountOf = (lines: readonly LineAtNode[]): string =>
  lines.length === 0 ? '0.00' : fixedText(sumFixed(lines.map(({ amount }) => amount)))

function moneyOf(nodes: readonly SubtreeNode[], money: LinesAtNodes | null) {
  const names = new Map(nodes.map(({ id, name }) => [id, name]))
  const here = (money?.lines ?? [])
    .filter(({ node }) => names.has(node))
    .toSorted((a, b) => (a.number === b.number ? 0 : byNumber.compare(a.number, b.number)))
  return {
    money: money && {
      currency: money.current.currency,
      agreed: money.current.agreed,
      left_out: money.current.left_out,
      lines: here.length,
      total: amountOf(here),
    },
    quantities: [...groupBy(here, ({ unit }) => unit)].flatMap(([unit, own]) => {
      const known = own.flatMap(({ quantity }) => (quantity === null ? [] : [parseFixed(quantity)]))
      return known.length === 0 || unit === '' ? [] : [{ unit, quantity: plainText(sumFixed(known)) }]
    }),
    lines: here.slice(0, mostLines).map(({ node, amount, ...line }) => ({
      id: line.link,
      ...line,
      node,
      node_name: names.get(node) ?? '',
      amount: fixedText(amount),
    })),
  }
}

const byNumber = new Intl.Collator('en', { numeric: true })

/** Whether this person may say which lines belong to nodes, or take in the model for it. */
function rights({ access, workspace }: RecordContext) {
  const model = workspace.models.get('node_lines')
  return {
    may_assign: model !== undefined && access.can(model, 'create'),
    may_set_up: model === undefined && access.manages('models'),
  }
}
