import { saying, type Message } from '#base/saying.ts'
import { ExpressionError } from '#expressions/expression-error.ts'
import { parseOnce } from '#expressions/parse-once.ts'
import { namesRead } from '#expressions/walk-tree.ts'
import { formulaQuantity } from './formula-quantity.ts'
import { isUnitName, QuantityPlace } from './quantity-place.ts'

/** A name that the formulas of an estimate may read. */
export interface EstimateVariable {
  id: string
  key: string
  label: string
  unit: string | null
  formula: string
}

export interface WorkedOutVariables {
  /** Where formulas of lines are worked out. */
  place: QuantityPlace
  /** In the unit of each, by id. */
  values: ReadonlyMap<string, string>
  problems: readonly VariableProblem[]
}

interface VariableProblem extends Message {
  id: string
  path: 'key' | 'formula'
}

const names = parseOnce((tree) => new Set(namesRead(tree).map(([name]) => name ?? '')))

/**
 * Works out the variables of an estimate, each after those it reads, in whatever order they stand. What is wrong with one is
 * a problem; those that read it have one then, too.
 * @example workOutVariables([{ id, key: 'height', label: 'Height', unit: 'm', formula: '2.75 * m' }]).values.get(id) // '2.75'
 */
export function workOutVariables(variables: readonly EstimateVariable[]): WorkedOutVariables {
  const place = new QuantityPlace([])
  const values = new Map<string, string>()
  const problems: VariableProblem[] = []
  const byKey = new Map<string, EstimateVariable>()
  const state = new Map<string, 'open' | 'done'>()
  for (const variable of variables) {
    if (isUnitName(variable.key) || byKey.has(variable.key)) {
      const name = variable.key
      problems.push({
        id: variable.id,
        path: 'key',
        ...(byKey.has(name)
          ? saying('“{{name}}” is there already: choose another name.', { name })
          : saying('“{{name}}” is a unit: choose another name.', { name })),
      })
    } else byKey.set(variable.key, variable)
  }
  for (const variable of byKey.values()) visit(variable)
  return { place, values, problems }

  function visit(variable: EstimateVariable): void {
    if (state.has(variable.key)) return
    state.set(variable.key, 'open')
    const read = names(variable.formula)
    for (const name of read instanceof ExpressionError ? [] : read) {
      const before = byKey.get(name)
      if (!before) continue
      if (state.get(name) === 'open')
        problems.push({
          id: variable.id,
          path: 'formula',
          ...saying('“{{name}}” and “{{other}}” depend on each other.', { name: variable.key, other: name }),
        })
      visit(before)
    }
    const answer = formulaQuantity(variable.formula, variable.unit, place)
    state.set(variable.key, 'done')
    if (answer.kind === 'refused') {
      const { kind: _kind, at: _at, ...why } = answer
      return void problems.push({ id: variable.id, path: 'formula', ...why })
    }
    values.set(variable.id, answer.quantity)
    const { key, label } = variable
    const unit = variable.unit ?? ''
    place.declare({ kind: 'number', key, label, unit, default: '0' }, answer.quantity)
  }
}
