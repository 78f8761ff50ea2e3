import { invalid } from '#base/app-error.ts'
import { causeOf } from '../formulas/cause-of.ts'
import { linkedIds } from '../formulas/lock-inputs.ts'
import { textOf } from '../estimates/read-value.ts'
import { keepValues, type DerivedValues } from '../standard-models/keep-values.ts'
import type { StandardRule } from '../standard-models/standard-rule.ts'
import { agreedLines } from './agreed-lines.ts'
import { projectCurrencies } from './project-currencies.ts'

/** A cost of a line belongs to the line's project; it is in the currency of the line, or of what was agreed for the project. */
export const actualCostsRule: StandardRule = async (context, model, changes) => {
  const written = changes.flatMap(({ id, after }) => (after ? [{ id, values: after }] : []))
  const lines = await agreedLines(
    context,
    written.map(({ values }) => values),
  )
  const projects = linkedIds(
    written.map(({ values }) => values),
    'project',
  )
  const currencies = await projectCurrencies(context, [...projects])
  const derived = new Map<string, Readonly<Record<string, unknown>>>()
  for (const { id, values } of written) {
    const line = lines.get(textOf(values, 'line') ?? '')
    if (line && line.values.project !== textOf(values, 'project'))
      throw invalid([
        { path: 'attributes.line', code: 'other_project', message: 'This line belongs to another project.' },
      ])
    derived.set(id, {
      lineage: line?.values.lineage ?? null,
      estimate: line?.values.estimate ?? null,
      currency: line?.currency ?? currencies.get(textOf(values, 'project') ?? '') ?? null,
    })
  }
  return [
    { model, changes: await keepValues(context, model, derived as DerivedValues, causeOf(model, changes)) },
  ]
}
