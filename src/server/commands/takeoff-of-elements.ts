import { z } from 'zod'
import { decimal, decimalText, type Decimal } from '#base/decimal.ts'
import { groupBy } from '#base/group-by.ts'
import { mostChosen } from '#contracts/takeoff.ts'
import type { TakeoffElement } from '#estimating/takeoff-rule.ts'
import { ask, modelFor } from '../records/record-context.ts'
import { elementFields, elementOf } from '../takeoff/element-of.ts'
import { takeoffVariables } from '../takeoff/takeoff-variables.ts'
import { defineCommand } from './command.ts'

/**
 * What a rule for elements chosen by hand begins with: the condition that names them in every version of their model, a
 * name, and which quantities they have: by the name formulas read each under, with how many elements have it and its sum.
 */
export const takeoffOfElements = defineCommand({
  name: 'takeoff.of-elements',
  title: 'Look up what chosen elements have',
  input: z.strictObject({ elements: z.array(z.uuid()).min(1).max(mostChosen) }),
  changes: [],
  reads: true,
  async run(context, { elements: ids }) {
    const known = context.access.readable(modelFor(context, 'bim_elements', 'read'))
    const { rows } = await ask(context, {
      model: 'bim_elements',
      fields: [...elementFields, 'identity'].filter((key) => known.has(key)),
      where: { field: 'id', op: 'in', value: ids },
      sort: [{ field: 'id', dir: 'asc' }],
      page: { size: mostChosen },
    })
    const elements = rows.map(elementOf)
    return {
      count: elements.length,
      name: nameOf(elements),
      // Of two versions of one element there is one to find.
      filter: { elements: [...new Set(rows.map((row) => String(row['identity'] ?? row['id'])))] },
      quantities: quantitiesOf(elements),
    }
  },
})

/** By the classes of most elements: `IfcWall, IfcSlab`. */
const nameOf = (elements: readonly TakeoffElement[]): string =>
  [...groupBy(elements, ({ facts }) => facts.ifc_class ?? '')]
    .toSorted(([, a], [, b]) => b.length - a.length)
    .map(([name]) => name)
    .filter((name) => name !== '')
    .slice(0, 3)
    .join(', ')

type Quantity = { key: string; unit: string; elements: number; sum: string }

function quantitiesOf(elements: readonly TakeoffElement[]): Quantity[] {
  const pieces = { key: 'count', unit: 'pcs', elements: elements.length, sum: String(elements.length) }
  const measured = takeoffVariables.flatMap(({ key, unit }) => {
    if (key === 'count') return []
    const values = elements.flatMap(({ quantities }): Decimal[] => {
      const found = quantities.find(({ keys }) => keys.includes(key))
      return found ? [decimal(found.value)] : []
    })
    if (values.length === 0) return []
    const sum = values.reduce((all, value) => all.plus(value))
    return [{ key, unit, elements: values.length, sum: decimalText(sum) }]
  })
  return [...measured, pieces]
}
