import { invalid, type AppError } from '#base/app-error.ts'
import { groupBy } from '#base/group-by.ts'
import { saying, type MessageValues } from '#base/saying.ts'
import { compareFixed, hundred, parseFixed, sumFixed } from '#estimating/fixed.ts'
import type { ModelInfo } from '#kernel/models/workspace.ts'
import { compilePointing } from '#kernel/sql/compile-pointing.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed, type StoredRow } from '../estimates/stored-version.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { agreedLines } from '../progress/agreed-lines.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { holdTrees } from '../standard-models/tree-rules.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * A line belongs to nodes of its own project, to each once and in each hierarchy to no more than all of it. It carries its
 * lineage, so that it stands there in later versions of the estimate too.
 */
export const nodeLinesRule: StandardRule = async (context, model, changes) => {
  const written = changes.flatMap(({ id, after }) => (after ? [{ id, values: after }] : []))
  const records = written.map(({ values }) => values)
  const [lines, places] = [await agreedLines(context, records), await hierarchiesOf(context, records)]
  const derived = new Map<string, Values>()
  for (const { id, values } of written) {
    const line = lines.get(textOf(values, 'line') ?? '')
    const place = places.get(textOf(values, 'node') ?? '')
    // What it named is in the bin; it comes back with it.
    if ((!line || !place) && changes.some((change) => change.id === id && change.before)) continue
    if (!line) throw refusal('line', 'required', 'Choose a line.')
    if (!place) throw refusal('node', 'required', 'Choose a node.')
    if (line.kind !== 'line')
      throw refusal('line', 'kind', 'Only lines belong to nodes: sections are made of their lines.')
    if (place.project !== line.values.project)
      throw refusal('line', 'project', 'This line is of another project.')
    const { title, estimate, lineage } = line.values
    derived.set(id, { title, estimate, lineage, hierarchy: place.hierarchy })
  }
  const hierarchies = [...new Set([...places.values()].map(({ hierarchy }) => hierarchy))]
  await holdTrees(context, { table: 'hierarchy_nodes', name: 'name', one: 'A node' }, hierarchies)
  const kept = await keepValues(context, model, derived as DerivedValues, causeOf(model, changes))
  await refuseTooMuch(context, model, hierarchies, [...derived.values()])
  return [{ model, changes: kept }]
}

const refusal = (path: string, code: string, text: string, values?: MessageValues): AppError =>
  invalid([{ path: `attributes.${path}`, code, ...saying(text, values) }])

interface Place {
  hierarchy: string
  project: string | null
}

/** The hierarchy and the project of each node, by its id. */
async function hierarchiesOf(
  context: RecordContext,
  records: readonly Values[],
): Promise<Map<string, Place>> {
  const nodes = await loadObjects(context, modelNamed(context, 'hierarchy_nodes'), [
    ...linkedIds(records, 'node'),
  ])
  const hierarchyOf = new Map(nodes.map(({ id, attributes }) => [id, textOf(attributes, 'hierarchy') ?? '']))
  const trees = await loadObjects(context, modelNamed(context, 'hierarchies'), [
    ...new Set(hierarchyOf.values()),
  ])
  const projects = new Map(trees.map(({ id, attributes }) => [id, textOf(attributes, 'project')]))
  return new Map(
    [...hierarchyOf].map(([id, hierarchy]) => [id, { hierarchy, project: projects.get(hierarchy) ?? null }]),
  )
}

/** What belongs to the nodes of some hierarchies of the lines that some records name, in whichever version. */
async function linksOf(
  { tx, workspace }: RecordContext,
  model: ModelInfo,
  hierarchies: readonly string[],
  records: readonly Values[],
): Promise<StoredRow[]> {
  const { text, values } = compilePointing(workspace, model, 'hierarchy', hierarchies)
  const lineages = [...new Set(records.map(({ lineage }) => String(lineage)))]
  const named = `select * from (${text}) link where link.attributes ->> 'lineage' = any($${values.length + 1}::text[])`
  return (await tx.query<StoredRow>(named, [...values, lineages], { plan: 'lookup' })).rows
}

async function refuseTooMuch(
  context: RecordContext,
  model: ModelInfo,
  hierarchies: readonly string[],
  records: readonly Values[],
): Promise<void> {
  if (records.length === 0) return
  const rows = await linksOf(context, model, hierarchies, records)
  const byLine = groupBy(rows, ({ attributes: { hierarchy, estimate, lineage } }) =>
    JSON.stringify([hierarchy, estimate, lineage]),
  )
  for (const own of byLine.values()) {
    const title = textOf(own[0]?.attributes ?? {}, 'title') ?? ''
    if (new Set(own.map(({ attributes }) => attributes.node)).size < own.length)
      throw refusal('line', 'twice', '“{{title}}” belongs to this node already.', { title })
    const whole = sumFixed(own.map(({ attributes }) => parseFixed(textOf(attributes, 'share') ?? '0')))
    if (compareFixed(whole, hundred) > 0)
      throw refusal(
        'share',
        'too_much',
        'More than all of “{{title}}” would belong to nodes of this hierarchy.',
        { title },
      )
  }
}
