import type { ExpressionTree } from '#contracts/expression.ts'
import type { ComputedType, RollupFunction } from '#contracts/computed-field.ts'
import type { FormulaResult } from '#expressions/formulas/formula-value.ts'
import type { FormulaKind } from '#expressions/formulas/value-type.ts'

/**
 * One step from a record to related ones. `one`: the record that the field `field` of `from` points to · `inverse`: the
 * records of `to` whose `field` points here · `many`: the records of `to` that the list `field` of `from` holds.
 */
export interface Step {
  kind: 'one' | 'inverse' | 'many'
  /** Key of the relation; it is a field of `to` for `inverse`, of `from` otherwise. */
  field: string
  /** Whether the relation of an `inverse` step is a list. */
  list?: boolean
  /** Keys of models. */
  from: string
  to: string
}

/** A value that a computed field reads: across steps, then a field of the last model. */
export interface ComputedInput {
  /** The name its tree reads it by. */
  name: string
  steps: readonly Step[]
  key: string
  /** The part of an address that is read. */
  part?: string
  /** The column it is kept in, for what the system keeps of every record. */
  column?: 'created_at' | 'created_by'
  kind: FormulaKind
}

/** An expression over the fields of one model (and what its links to one record lead to). */
export interface CheckedExpression {
  tree: ExpressionTree
  kind: FormulaKind
  inputs: readonly ComputedInput[]
}

/** A field that is worked out, compiled. Names were resolved, types are known; plain data. */
export interface Computed {
  type: ComputedType
  /** Keys of model and field. */
  model: string
  key: string
  result: FormulaResult
  declassified: boolean
  /** `formula`, and what a `lookup` reads. */
  expression: CheckedExpression | null
  rollup: {
    step: Step
    fn: RollupFunction
    value: CheckedExpression | null
    where: CheckedExpression | null
  } | null
  /** Everything whose change changes it, seen from its own record; the relations on the way too. */
  reads: readonly ComputedInput[]
}

/** What is wrong with the definition of a computed field. */
export interface ComputedProblem {
  model: string
  key: string
  /** Where in the definition: `formula`, `lookup`, `rollup.value` … */
  part: string
  code: string
  message: string
  /** Position in the text of that part. */
  at: number | null
}
