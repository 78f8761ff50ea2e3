import { isJsonObject, type Json } from '#base/json.ts'
import { operators, type Operator } from '#contracts/field-types.ts'

/** One line of a simple condition; all lines must hold. */
export interface WhereLine {
  field: string
  op: Operator
  /** A literal or an expression. */
  value: Json | undefined
}

/** A condition as lines that all hold; null for one that is more than that (it is then shown as JSON). */
export function linesOf(where: unknown): WhereLine[] | null {
  if (where === undefined || where === null) return []
  if (!isJsonObject(where)) return null
  if (Array.isArray(where['and'])) {
    const lines = where['and'].map(lineOf)
    return lines.includes(null) ? null : lines.filter((line) => line !== null)
  }
  const line = lineOf(where)
  return line && [line]
}

function lineOf(part: unknown): WhereLine | null {
  if (!isJsonObject(part)) return null
  const { field, op, value } = part
  if (typeof field !== 'string' || !isOperator(op)) return null
  return { field, op, value }
}

const isOperator = (op: unknown): op is Operator => (operators as readonly unknown[]).includes(op)

/** The condition that lines make; undefined for none. */
export function whereOf(lines: readonly WhereLine[]): Json | undefined {
  const parts = lines.map(({ field, op, value }): Json =>
    value === undefined ? { field, op } : { field, op, value },
  )
  const [only] = parts
  return parts.length > 1 ? { and: parts } : only
}
