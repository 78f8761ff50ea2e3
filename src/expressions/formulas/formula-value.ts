import { decimal, decimalText, roundHalfUp } from '#base/decimal.ts'
import type { fieldTypeOf } from '#contracts/field-types.ts'
import { num, readNumber } from '../values.ts'
import type { FormulaKind } from './value-type.ts'

/** How a field's value travels in JSON, as `contracts/field-types.ts` has it. */
export type StoredKind = ReturnType<typeof fieldTypeOf>['value']

/** The form a formula's answer is stored in. */
export interface FormulaResult {
  kind: StoredKind
  /** Digits after the point, for `decimal`. */
  scale?: number
  /** A whole number, for `number`. */
  whole?: boolean
}

const kinds: Record<StoredKind, Exclude<FormulaKind, 'empty'> | null> = {
  text: 'text',
  number: 'number',
  decimal: 'number',
  boolean: 'boolean',
  date: 'date',
  datetime: 'datetime',
  id: 'text',
  list: 'list',
  json: null,
}

/** What a stored value is in a formula; null for what a formula cannot read (files, free data). */
export const formulaKindOf = (kind: StoredKind): Exclude<FormulaKind, 'empty'> | null => kinds[kind]

const decimalShape = /^-?[0-9]+(\.[0-9]+)?$/
const dayShape = /^.{4}-.{2}-.{2}$/su
const momentShape = /^.{4}-.{2}-.{2}T.{2}:.{2}:.{2}\..{3}Z$/su

/**
 * A stored value as a formula reads it. What has another shape (it is older than the field's type) is nothing, exactly as
 * `kernel/sql/formula-inputs.ts` reads it.
 */
export function readInput(kind: FormulaKind, value: unknown): unknown {
  switch (kind) {
    case 'number': {
      const shaped = typeof value === 'string' && value.length <= 50 && decimalShape.test(value)
      if (typeof value !== 'number' && !shaped) return null
      const read = Number.isFinite(Number(value)) ? num(decimal(value as string | number), true) : null
      return read && decimalText(read.value)
    }
    case 'text':
      return typeof value === 'string' ? value : null
    case 'boolean':
      return typeof value === 'boolean' ? value : null
    case 'date':
      return typeof value === 'string' && dayShape.test(value) ? value : null
    case 'datetime':
      return typeof value === 'string' && momentShape.test(value) ? value : null
    case 'list':
      return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : null
    case 'empty':
      return null
  }
}

const mostNumber = decimal('1e15')
const mostDecimal = decimal('1e30')

/** A formula's answer in the one form it is stored in; null is empty. */
export function storeResult({ kind, scale, whole }: FormulaResult, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return null
  if (kind === 'decimal' || kind === 'number') {
    const read = readNumber(value)
    if (!read) return null
    if (kind === 'number') {
      const kept = whole === true ? read.value.round(0) : read.value.prec(15)
      return kept.abs().lt(mostNumber) ? Number(decimalText(kept)) : null
    }
    const text = scale === undefined ? decimalText(read.value) : roundHalfUp(read.value, scale)
    return decimal(text).abs().lt(mostDecimal) ? text : null
  }
  if (kind === 'list') return Array.isArray(value) && value.length > 0 ? value : null
  return value
}
