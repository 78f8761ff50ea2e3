import { must } from '#base/assert.ts'
import type { Calculation } from '#contracts/calculation.ts'
import type { ModelInfo, Workspace } from '../models/workspace.ts'
import type { Access } from '../permissions/compile-permissions.ts'
import { formulaPlan } from './plan.ts'

/**
 * The formulas and lookups that a form works out live, in order: those this role may read with everything behind them.
 * Roll-ups are not among them; formulas over them take their stored value.
 */
export function calculationsOf(workspace: Workspace, model: ModelInfo, access: Access): Calculation[] {
  const all = formulaPlan(workspace).byModel.get(model.key) ?? []
  return all.flatMap(({ key, type, expression, result }) => {
    if (type === 'rollup' || !access.mayRead(model, key) || !access.mayReadDefinition(model, key)) return []
    const { tree, inputs } = must(expression)
    return [
      {
        key,
        type,
        tree,
        inputs: inputs.map(({ name, kind, steps, key: field, part }) => ({
          name,
          kind,
          path: [...steps.map((step) => step.field), field],
          ...(part === undefined ? {} : { part }),
        })),
        result,
      },
    ]
  })
}
