import { invalid, type AppError } from '#base/app-error.ts'
import { decimal } from '#base/decimal.ts'
import { saying, type MessageValues } from '#base/saying.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { textOf } from '../estimates/read-value.ts'
import { modelNamed } from '../estimates/stored-version.ts'
import type { RecordContext } from '../records/record-context.ts'
import { loadObjects } from '../records/stored-object.ts'
import { latestDay } from '../records/today.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { agreedLines, type AgreedLine } from './agreed-lines.ts'

type Values = Readonly<Record<string, unknown>>

/**
 * Progress is noted on lines of what was agreed, at places of the same project, as a quantity or as how far a line is. An
 * entry carries its line's lineage, so that it still counts when a later version is agreed.
 */
export const progressEntriesRule: StandardRule = async (context, model, changes) => {
  const made = changes.flatMap(({ id, before, after }) => (after && !before ? [{ id, values: after }] : []))
  const records = made.map(({ values }) => values)
  const lines = await agreedLines(context, records)
  const places = await projectsOfPlaces(context, records)
  const last = latestDay(context)
  const derived = new Map<string, Values>()
  for (const { id, values } of made) {
    const line = lines.get(textOf(values, 'line') ?? '')
    if (!line) continue
    requireLine(line)
    requireMeasure(values)
    requireCome(values, last)
    const place = textOf(values, 'place')
    if (place !== null && places.get(place) !== line.values.project)
      throw refusal('place', 'place', 'This place belongs to another project.')
    derived.set(id, line.values)
  }
  const kept = await keepValues(context, model, derived as DerivedValues, causeOf(model, changes))
  return [{ model, changes: kept }]
}

const refusal = (path: string, code: string, text: string, values?: MessageValues): AppError =>
  invalid([{ path: `attributes.${path}`, code, ...saying(text, values) }])

function requireLine({ kind, agreed }: AgreedLine): void {
  if (kind !== 'line') throw refusal('line', 'kind', 'Progress is noted on lines, not on sections.')
  if (!agreed)
    throw refusal('line', 'not_agreed', 'Progress is noted on a version that was accepted. This one was not.')
}

const halves: Readonly<Record<string, readonly string[]>> = {
  fifty_fifty: ['0', '50', '100'],
  zero_hundred: ['0', '100'],
}

function requireMeasure({ method, quantity, percent }: Values): void {
  if (method === 'quantity') {
    if (typeof quantity !== 'string' || decimal(quantity).eq(0))
      throw refusal('quantity', 'required', 'Say how much was done.')
    return
  }
  if (typeof percent !== 'string') throw refusal('percent', 'required', 'Say how far the line is.')
  const allowed = halves[String(method)]
  if (allowed && !allowed.some((value) => decimal(value).eq(percent)))
    throw refusal('percent', 'step', 'Measured this way a line is at {{list}} per cent.', {
      list: allowed.join(', '),
    })
}

function requireCome({ day }: Values, last: string): void {
  if (typeof day === 'string' && day > last)
    throw refusal('day', 'future', 'Progress is noted when it is done. {{day}} has not come yet.', {
      day: { day },
    })
}

/** The project of each place, by its id. */
async function projectsOfPlaces(
  context: RecordContext,
  records: readonly Values[],
): Promise<Map<string, string | null>> {
  const ids = linkedIds(records, 'place')
  if (ids.size === 0) return new Map()
  const nodes = await loadObjects(context, modelNamed(context, 'hierarchy_nodes'), [...ids])
  const trees = await loadObjects(context, modelNamed(context, 'hierarchies'), [
    ...linkedIds(
      nodes.map(({ attributes }) => attributes),
      'hierarchy',
    ),
  ])
  const projects = new Map(trees.map(({ id, attributes }) => [id, textOf(attributes, 'project')]))
  return new Map(
    nodes.map(({ id, attributes }) => [id, projects.get(textOf(attributes, 'hierarchy') ?? '') ?? null]),
  )
}
