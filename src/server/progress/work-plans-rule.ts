import { invalid } from '#base/app-error.ts'
import { saying } from '#base/saying.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { textOf } from '../estimates/read-value.ts'
import { rowsOf } from '../estimates/stored-version.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { agreedLines } from './agreed-lines.ts'

/** A section or a line is planned once, from a first day to a last one that is not before it. */
export const workPlansRule: StandardRule = async (context, model, changes) => {
  const written = changes.flatMap(({ id, after }) => (after ? [{ id, values: after }] : []))
  const lines = await agreedLines(
    context,
    written.map(({ values }) => values),
  )
  const derived = new Map<string, Readonly<Record<string, unknown>>>()
  for (const { id, values } of written) {
    const [start, finish] = [textOf(values, 'start'), textOf(values, 'finish')]
    if (start !== null && finish !== null && finish < start)
      throw invalid([{ path: 'attributes.finish', code: 'order', message: 'It ends before it begins.' }])
    const line = lines.get(textOf(values, 'line') ?? '')
    if (line) derived.set(id, line.values)
  }
  const kept = await keepValues(context, model, derived as DerivedValues, causeOf(model, changes))
  const estimates = new Set([...lines.values()].flatMap(({ values }) => values.estimate ?? []))
  const seen = new Set<string>()
  for (const { attributes } of await rowsOf(context, model.key, 'estimate', [...estimates])) {
    const key = `${String(attributes.estimate)} ${String(attributes.lineage)}`
    if (seen.has(key))
      throw invalid([
        {
          path: 'attributes.line',
          code: 'planned',
          ...saying('“{{title}}” is planned already.', { title: String(attributes.title) }),
        },
      ])
    seen.add(key)
  }
  return [{ model, changes: kept }]
}
