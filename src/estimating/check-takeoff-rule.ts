import { saying } from '#base/saying.ts'
import { sameDimension } from '#expressions/dimension.ts'
import type { PropertyVariable } from '#contracts/takeoff.ts'
import { checkFormula } from './check-formula.ts'
import { declaredMeasure, isUnitName, QuantityPlace } from './quantity-place.ts'
import { inWords } from './formula-quantity.ts'
import { noUnit } from './resolve-params.ts'
import { problem, type RecipeProblem } from './recipe-problem.ts'
import type { TakeoffRule, TakeoffVariable } from './takeoff-rule.ts'

/** The names a rule's formula may read: the quantities of elements and the properties the rule names. */
function placeOfRule(
  quantities: readonly TakeoffVariable[],
  properties: readonly PropertyVariable[],
): QuantityPlace {
  const place = new QuantityPlace([])
  for (const { key, unit } of [...quantities, ...properties])
    place.declare({ kind: 'number', key, label: key, unit, default: '0' })
  return place
}

/**
 * What is wrong with a rule whatever the elements are: a name there is none of, dimensions that do not go together, and a
 * result that is not of the unit it is counted in. `net_volume` counted in `m2` is refused.
 */
export function checkTakeoffRule(
  { formula, unit, variables, params }: Pick<TakeoffRule, 'formula' | 'unit' | 'variables' | 'params'>,
  quantities: readonly TakeoffVariable[],
): RecipeProblem[] {
  const measure = declaredMeasure(unit)
  if (!measure) return [problem('unknown_unit', 'unit', noUnit(unit))]
  const taken = new Set(quantities.map(({ key }) => key))
  for (const { key, unit: own } of variables) {
    if (taken.has(key) || isUnitName(key))
      return [
        problem(
          'name_taken',
          'variables',
          saying('“{{name}}” is the name of something else already.', { name: key }),
        ),
      ]
    if (!declaredMeasure(own)) return [problem('unknown_unit', 'variables', noUnit(own))]
    taken.add(key)
  }
  const place = placeOfRule(quantities, variables)
  return [
    ...checkFormula(formula, 'formula', place, (type) => {
      if (type.kind === 'quantity' && sameDimension(type.dimension, measure.dimension)) return null
      return saying('This gives {{what}}, but it is counted in {{wanted}}.', {
        what: inWords(type),
        wanted: inWords({ kind: 'quantity', dimension: measure.dimension }),
      })
    }),
    ...params.flatMap((param) => {
      const dimension = declaredMeasure(param.unit)?.dimension ?? {}
      return checkFormula(param.formula, 'params', place, (type) => {
        if (type.kind === 'quantity' && sameDimension(type.dimension, dimension)) return null
        return saying('“{{name}}” is {{wanted}}, but this gives {{what}}.', {
          name: param.key,
          wanted: inWords({ kind: 'quantity', dimension }),
          what: inWords(type),
        })
      })
    }),
  ]
}
