import type { ComputedType } from './computed-field.ts'
import type { ExpressionTree } from './expression.ts'
import type { fieldTypeOf, FieldType } from './field-types.ts'

/** A computed field as a form works it out while somebody types; the server's own working out counts in the end. */
export interface Calculation {
  key: string
  /** A `lookup` takes the value as it is stored; a `rollup` is not worked out here, its stored value shows. */
  type: Exclude<ComputedType, 'rollup'>
  tree: ExpressionTree
  /** Its names; `path` leads from the record across links to one record: `['item', 'price']`; `part` is that of an address. */
  inputs: { name: string; kind: FormulaKind; path: string[]; part?: string }[]
  result: { kind: ReturnType<typeof fieldTypeOf>['value']; scale?: number; whole?: boolean }
}

/** What a part of a formula gives: one of these, or nothing. `empty` is the word `null`, which fits everywhere. */
export type FormulaKind = 'number' | 'text' | 'boolean' | 'date' | 'datetime' | 'list' | 'empty'
/** What `POST /api/formulas/check` answers. */
export interface FormulaCheck {
  /** What comes out; null while something is wrong. */
  result: { type: FieldType; scale?: number; currency?: string } | null
  problems: { part: string; code: string; message: string; at: number | null }[]
  /** The value of some records of the model, as far as this person may see what is behind it. */
  preview: { id: string; title: string; value: unknown }[]
}
